import sharp from 'sharp'
import { Problem } from '#domain/problem.ts'
import { Queue } from '../queue.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'

// libvips recognises a format by its content. Every loader except these three is blocked, also SVG and PDF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
/** Limit of pixels. No phone takes larger photos; a hostile small file can decode to more. */
const MAX_PIXELS = 60_000_000
/** Common encoders write about ten scans. */
const MOST_SCANS = 64
/**
 * Limit of pixels of all scans together: ten scans of the largest photo. The decoder reads all scans before it returns the
 * first line, and cannot be stopped before that.
 */
const MOST_SCANNED = 10 * MAX_PIXELS
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
 * first bytes, or too heavy to decode, is refused before it waits for the decoder. Throws `imagen.unreadable`, `server.busy`.
 */
export async function convertPhoto(bytes: Buffer, box: Box, network: string): Promise<Buffer> {
  const format = formatOf(bytes)
  if (format === null) throw new Problem('imagen.unreadable')
  const ofNetwork = waiting.filter((other) => other === network).length
  if (waiting.length >= MOST_WAITING || ofNetwork >= MOST_WAITING / 2) throw new Problem('server.busy')
  waiting.push(network)
  try {
    if (format === 'jpeg' && (await isTooHeavy(bytes))) throw new Problem('imagen.unreadable')
    return await queue.run(() => encode(bytes, box))
  } finally {
    waiting.splice(waiting.indexOf(network), 1)
  }
}

async function isTooHeavy(bytes: Buffer): Promise<boolean> {
  const { scans, pixels } = await measureJpeg(bytes, MOST_SCANS)
  return scans > MOST_SCANS || scans * pixels > MOST_SCANNED
}

async function encode(bytes: Buffer, box: Box): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
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

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** Returns the format that the first bytes name; `null` for every other file. Reads no more than 12 bytes. */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png'
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'webp' : null
}

const [FILL, RESTART, START, END, SCAN] = [0xff, 0xd0, 0xd8, 0xd9, 0xda]
/** Markers read per slice (about 1 ms); the event loop is yielded between slices. */
const SLICE = 20_000

/** The markers of a frame's header, which holds its size. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/**
 * Counts the scans of the first image of a JPEG, and the pixels of one scan. A scan may be a few bytes long, and hundreds of
 * scans keep a decoder busy for a minute. Reads from marker to marker as decoders do. Stops counting above `most`.
 */
export async function measureJpeg(bytes: Buffer, most = Infinity): Promise<{ scans: number; pixels: number }> {
  let scans = 0
  let pixels = 0
  let markers = 0
  for (let at = bytes.indexOf(FILL); at !== -1 && at + 3 < bytes.length; at = bytes.indexOf(FILL, at)) {
    markers += 1
    if (markers % SLICE === 0) await nextTurn()
    const marker = bytes[at + 1] ?? 0
    if (marker === END) break
    if (marker === SCAN) scans += 1
    if (isFrame(marker) && at + 8 < bytes.length)
      pixels = Math.max(pixels, bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7))
    if (scans > most) break
    if (marker === FILL) at += 1
    // A zero is image data, and these markers have no length. Every other marker is followed by its length.
    else at += marker <= 1 || (marker >= RESTART && marker <= START) ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return { scans, pixels }
}
