import { session } from './session.ts'
import { type Formato, formatOf, IMAGEN_MAX_PIXELS } from '#domain/formato.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { ApiProblem, objectIn, problemOf } from './request.ts'
import { checkAfter } from './send.ts'

const SIN_RED = 'Se perdió la conexión y la imagen no se subió. Revisa tu conexión y elígela otra vez.'
const ILEGIBLE = 'El servidor no guardó la imagen. Vuelve a elegirla; si se repite, avisa a la organización.'
/** An upload without progress for this long has failed. */
const STALLED_MS = 60_000

/** Smaller files are sent as they are. */
const WORTHWHILE_BYTES = 300 * 1024

interface ShrinkTarget {
  /** The longest side in px: twice what the server keeps. */
  readonly side: number
  /** WebP keeps transparency. Browsers that cannot write it make a larger PNG. */
  readonly type: 'image/jpeg' | 'image/webp'
}

/** An image that is ready to be sent. */
export interface Image {
  readonly bytes: Blob
  readonly nombre: string
  /** Whether this browser can show it. */
  readonly isReadable: boolean
}

/** An endpoint that receives images. */
interface Receiver {
  readonly path: string
  readonly maxBytes: number
}

export interface Sending {
  /** Cancels the upload. */
  readonly signal: AbortSignal
  readonly onSent: (bytes: number) => void
}

/**
 * Sends an image as the body of a POST. Resolves to the name that the server gave it; null when the upload was cancelled.
 * Rejects with `ApiProblem`. Uses `XMLHttpRequest`, because `fetch` reports no progress.
 */
export async function sendImage(
  to: Receiver,
  { bytes, nombre }: Image,
  { signal, onSent }: Sending,
): Promise<string | null> {
  if (bytes.size > to.maxBytes) {
    // The sentence of the server, without sending ten megabytes first.
    const code = (await readFormat(bytes)) === 'heic' ? 'imagen.heic' : 'imagen.tooLarge'
    throw new ApiProblem({ code, message: PROBLEMS[code], status: 413 })
  }
  const request = new XMLHttpRequest()
  signal.addEventListener('abort', () => request.abort())
  let stalled: ReturnType<typeof setTimeout> | undefined
  return new Promise((resolve, reject) => {
    const lose = (): void => {
      reject(new ApiProblem({ code: 'network.away', message: SIN_RED, status: 0 }))
      request.abort()
    }
    const watch = (): void => {
      clearTimeout(stalled)
      stalled = setTimeout(lose, STALLED_MS)
    }
    request.upload.addEventListener('progress', ({ loaded }) => {
      watch()
      onSent(Math.min(loaded, bytes.size))
    })
    request.addEventListener('loadend', () => clearTimeout(stalled))
    request.addEventListener('abort', () => resolve(null))
    request.addEventListener('error', lose)
    request.addEventListener('load', () => {
      const body: { foto?: unknown; archivo?: unknown } | null = objectIn(request.responseText)
      const stored = body?.foto ?? body?.archivo
      if (request.status < 300 && typeof stored === 'string') return resolve(stored)
      // The page of a proxy, or the sign-in page of a network.
      if (request.status < 300 || (request.status >= 500 && !body)) return lose()
      const problem = problemOf(request.status, body, ILEGIBLE)
      void checkAfter(problem).then(() => reject(problem))
    })
    watch()
    request.open('POST', `${to.path}?nombre=${encodeURIComponent(nombre)}`)
    // The server decides by the bytes whether the file is an image; a content type of another kind would be refused first.
    request.setRequestHeader('content-type', bytes.type.startsWith('image/') ? bytes.type : 'image/x-unknown')
    for (const [name, value] of Object.entries(session.headers())) request.setRequestHeader(name, value)
    request.send(bytes)
  })
}

/**
 * Redraws an image before it is sent: one that the server refuses for its format, bytes or pixels, and one that is much larger
 * than what the server keeps, as the photo of a phone. A file that this browser cannot read stays as it is, and is refused.
 */
export async function readImage(file: File, { maxBytes }: Receiver, { side, type }: ShrinkTarget): Promise<Image> {
  const format = await readFormat(file)
  // A file that is not an image, or not of a format that this browser knows, has no bitmap.
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return { bytes: file, nombre: file.name, isReadable: false }
  const { width, height } = bitmap
  const scale = Math.min(1, side / Math.max(width, height))
  const isRefused = format === null || format === 'heic' || file.size > maxBytes || width * height > IMAGEN_MAX_PIXELS
  const drawn = isRefused || (scale < 1 && file.size > WORTHWHILE_BYTES) ? await draw(bitmap, scale, type) : null
  bitmap.close()
  return { bytes: drawn && (isRefused || drawn.size < file.size) ? drawn : file, nombre: file.name, isReadable: true }
}

/** The format of a file by its content; `null` also when it cannot be read. */
async function readFormat(file: Blob): Promise<Formato | null> {
  const start = file.slice(0, 12)
  return formatOf(new Uint8Array(await start.arrayBuffer().catch(() => new ArrayBuffer(0))))
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
