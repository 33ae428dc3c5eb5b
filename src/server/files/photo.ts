import sharp from 'sharp'
import { Problem } from '#domain/problem.ts'
import { oneAtATime } from '../db/one-at-a-time.ts'
import { countScans } from './jpeg.ts'

/** Formats that are taken; sharp itself would read more (SVG among them), which a browser might run. */
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp']
/** 60 megapixels: more than any phone, less than what a small file can unfold into. */
const MAX_PIXELS = 60_000_000
/** Common encoders draw a JPEG in ten passes or so. */
const MOST_SCANS = 64

/** A large photo unfolds into hundreds of megabytes: one at a time, on one core, and only so many may wait. */
const MOST_WAITING = 32
const alone = oneAtATime()
let waiting = 0
sharp.concurrency(1)
// It would keep what it unfolded for the next time: hundreds of megabytes of each photo that never comes again.
sharp.cache(false)

interface Box {
  readonly width: number
  readonly height: number
}

/** Makes a photo ours: turned upright, no larger than asked, WebP, without metadata. Throws `imagen.unreadable`. */
export async function readPhoto(bytes: Buffer, box: Box): Promise<Buffer> {
  if (waiting >= MOST_WAITING) throw new Problem('server.busy')
  waiting += 1
  return alone(() => encode(bytes, box)).finally(() => (waiting -= 1))
}

async function encode(bytes: Buffer, box: Box): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await image.metadata()
    if (!format || !FORMATS.includes(format)) throw new Problem('imagen.unreadable')
    if (format === 'jpeg' && countScans(bytes) > MOST_SCANS) throw new Problem('imagen.unreadable')
    return await image
      .rotate()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    // Damaged, disguised or a bomb: the person can only choose another file, whatever it was.
    throw new Problem('imagen.unreadable')
  }
}
