/** Smaller files travel as they are. */
const WORTHWHILE_BYTES = 300 * 1024

interface Smaller {
  /** The longest that is of use: twice what the server keeps. */
  readonly side: number
  /** WebP keeps transparency; some browsers write a heavier PNG for it. */
  readonly type: 'image/jpeg' | 'image/webp'
}

/**
 * A photo of a phone is ten times larger than what is kept of it, and the line may be bad: it is made smaller before it
 * is sent. What this browser cannot read travels as it is: the server says what is wrong with it.
 */
export async function shrink(
  file: File,
  { side, type }: Smaller,
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
    // No image, or none that this browser knows.
    return null
  }
}

async function draw(bitmap: ImageBitmap, scale: number, type: Smaller['type']): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return null
  if (type === 'image/jpeg') {
    // It has no transparency: what shows through is white, as on the page.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.9))
}
