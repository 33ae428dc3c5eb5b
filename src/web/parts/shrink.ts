/** Smaller files are sent as they are. */
const WORTHWHILE_BYTES = 300 * 1024

interface ShrinkTarget {
  /** The longest side in px: twice what the server keeps. */
  readonly side: number
  /** WebP keeps transparency. Browsers that cannot write it make a larger PNG. */
  readonly type: 'image/jpeg' | 'image/webp'
}

/**
 * Makes a photo smaller before it is sent: the photo of a phone is ten times larger than what the server keeps. A file that
 * this browser cannot read stays as it is, and the server refuses it.
 */
export async function shrink(
  file: File,
  { side, type }: ShrinkTarget,
): Promise<{ readonly bytes: Blob; readonly isReadable: boolean }> {
  const bitmap = await bitmapOf(file)
  if (!bitmap) return { bytes: file, isReadable: false }
  const scale = side / Math.max(bitmap.width, bitmap.height)
  const smaller = scale < 1 && file.size > WORTHWHILE_BYTES ? await draw(bitmap, scale, type) : null
  bitmap.close()
  return { bytes: smaller && smaller.size < file.size ? smaller : file, isReadable: true }
}

async function bitmapOf(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file)
  } catch {
    // Not an image, or not of a format that this browser knows.
    return null
  }
}

async function draw(bitmap: ImageBitmap, scale: number, type: ShrinkTarget['type']): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return null
  if (type === 'image/jpeg') {
    // JPEG has no transparency: the background becomes white, as on the page.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.9))
}
