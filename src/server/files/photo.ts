import sharp from 'sharp'
import { Problem } from '#domain/problem.ts'

/** Formats that are taken; sharp itself would read more (SVG among them), which a browser might run. */
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp']
/** 60 megapixels: more than any phone, less than what a small file can unfold into. */
const MAX_PIXELS = 60_000_000

/** Makes a photo ours: turned upright, no larger than asked, WebP, without metadata. Throws `imagen.unreadable`. */
export async function readPhoto(
  bytes: Buffer,
  box: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await image.metadata()
    if (!format || !FORMATS.includes(format)) throw new Problem('imagen.unreadable')
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
