import sharp from 'sharp'
import { formatOf, IMAGEN_MAX_PIXELS, type Formato } from '#domain/formato.ts'
import { Problem } from '#domain/problem.ts'
import { Queue } from '../queue.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'

// libvips recognises a format by its content. Every loader except these three is blocked, also SVG and PDF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
/** Common encoders write about ten scans. */
const MOST_SCANS = 64
/**
 * Limit of pixels of all scans together: ten scans of the largest photo. The decoder reads all scans before it returns the
 * first line, and cannot be stopped before that.
 */
const MOST_SCANNED = 10 * IMAGEN_MAX_PIXELS
/** Timeout of libvips. The largest real photo takes about 2 s on a slow machine. */
const MOST_SECONDS = 10

/** Photos that may wait; one network may have half of them. A large photo decodes to hundreds of megabytes: one at a time. */
const MOST_WAITING = 32
const queue = new Queue()
/** The network of each photo that waits or is decoded. */
const waiting: string[] = []
sharp.concurrency(1)
// The cache of libvips would hold hundreds of megabytes of photos that are decoded once.
sharp.cache(false)

interface Box {
  readonly width: number
  readonly height: number
}

/**
 * Converts a photo to WebP: upright, at most as large as `box`, without metadata. A file that is not JPEG, PNG or WebP by its
 * first bytes, or too heavy to decode, is refused before it waits for the decoder. Throws `imagen.unreadable`, `imagen.heic`,
 * `server.busy`.
 */
export async function convertPhoto(bytes: Buffer, box: Box, network: string): Promise<Buffer> {
  const format = mustBeKnown(bytes)
  const ofNetwork = waiting.filter((other) => other === network).length
  if (waiting.length >= MOST_WAITING || ofNetwork >= MOST_WAITING / 2) throw new Problem('server.busy')
  waiting.push(network)
  try {
    const jpeg = format === 'jpeg' ? await measureJpeg(bytes, MOST_SCANS) : null
    const isTooHeavy = jpeg && (jpeg.scans > MOST_SCANS || jpeg.scans * jpeg.pixels > MOST_SCANNED)
    if (isTooHeavy) throw new Problem('imagen.unreadable')
    return await queue.run(() => encode(bytes, box, jpeg?.hasEnd ?? true))
  } finally {
    waiting.splice(waiting.indexOf(network), 1)
  }
}

function mustBeKnown(bytes: Buffer): Formato {
  const format = formatOf(bytes)
  if (format === null || format === 'heic') throw new Problem(format ? 'imagen.heic' : 'imagen.unreadable')
  return format
}

async function encode(bytes: Buffer, box: Box, hasEnd: boolean): Promise<Buffer> {
  // A missing end mark is added. The decoder reports other missing data of such a file as a warning: it is refused too.
  const input = hasEnd ? bytes : Buffer.concat([bytes, Buffer.from([FILL, END])])
  try {
    return await sharp(input, { limitInputPixels: IMAGEN_MAX_PIXELS, failOn: hasEnd ? 'error' : 'warning' })
      .timeout({ seconds: MOST_SECONDS })
      .rotate()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    // The file is damaged, of another format or too heavy. In each case the person has to choose another file.
    throw new Problem('imagen.unreadable')
  }
}

const [FILL, RESTART, START, END, SCAN] = [0xff, 0xd0, 0xd8, 0xd9, 0xda]
/** Markers read per slice (about 1 ms); the event loop is yielded between slices. */
const SLICE = 20_000

/** The pixels of a frame, whose header has this marker at `at`; 0 for other markers, and when the header is cut off. */
function pixelsOf(marker: number, bytes: Buffer, at: number): number {
  const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
  return isFrame && at + 8 < bytes.length ? bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7) : 0
}

/** The length of a marker and its data. A zero is image data, and some markers have no data. */
function lengthOf(marker: number, bytes: Buffer, at: number): number {
  if (marker === FILL) return 1
  return marker <= 1 || (marker >= RESTART && marker <= START) ? 2 : 2 + bytes.readUInt16BE(at + 2)
}

/**
 * Counts the scans of the first image of a JPEG, and the pixels of one scan; `hasEnd` says whether the end mark is there. A
 * scan may be a few bytes long, and hundreds of scans keep a decoder busy for a minute. Reads from marker to marker as decoders
 * do. Stops counting above `most`.
 */
export async function measureJpeg(
  bytes: Buffer,
  most = Infinity,
): Promise<{ scans: number; pixels: number; hasEnd: boolean }> {
  let scans = 0
  let pixels = 0
  let markers = 0
  for (let at = bytes.indexOf(FILL); at !== -1; at = bytes.indexOf(FILL, at)) {
    markers += 1
    if (markers % SLICE === 0) await nextTurn()
    const marker = bytes[at + 1] ?? 0
    if (marker === END) return { scans, pixels, hasEnd: true }
    if (at + 3 >= bytes.length) break
    if (marker === SCAN) scans += 1
    pixels = Math.max(pixels, pixelsOf(marker, bytes, at))
    if (scans > most) break
    at += lengthOf(marker, bytes, at)
  }
  return { scans, pixels, hasEnd: false }
}
