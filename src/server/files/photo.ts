import sharp from 'sharp'
import { Problem } from '#domain/problem.ts'
import { Queue } from '../queue.ts'
import { formatOf } from './image-format.ts'
import { measureJpeg } from './jpeg.ts'

// libvips recognises a format by its content: every loader but these three stays blocked, SVG and PDF among them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
/** 60 megapixels: more than any phone, less than what a small file can unfold into. */
const MAX_PIXELS = 60_000_000
/** Common encoders draw a JPEG in ten passes or so. */
const MOST_SCANS = 64
/**
 * Pixels that all scans may go over: ten scans of the largest photo. The decoder reads all scans before the first line comes
 * out, and cannot be stopped meanwhile.
 */
const MOST_SCANNED = 10 * MAX_PIXELS
/** libvips stops a photo that takes longer. The heaviest honest photo takes about 2 s on a slow machine. */
const MOST_SECONDS = 10

/** A large photo unfolds into hundreds of megabytes: one at a time, on one core, and only so many may wait, half of one network. */
const MOST_WAITING = 32
const queue = new Queue()
/** The network of each that waits. */
const waiting: string[] = []
sharp.concurrency(1)
// It would keep what it unfolded for the next time: hundreds of megabytes of each photo that never comes again.
sharp.cache(false)

interface Box {
  readonly width: number
  readonly height: number
}

/**
 * Makes a photo ours: turned upright, no larger than asked, WebP, without metadata. A file that is not JPEG, PNG or WebP by
 * its first bytes, or too heavy to decode, is refused before it waits for the decoder. Throws `imagen.unreadable`, `server.busy`.
 */
export async function readPhoto(bytes: Buffer, box: Box, network: string): Promise<Buffer> {
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
    // Damaged, disguised or a bomb: the person can only choose another file, whatever it was.
    throw new Problem('imagen.unreadable')
  }
}
