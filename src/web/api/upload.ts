import { PROBLEMS } from '#domain/problem.ts'
import { ApiProblem, objectIn, problemOf } from './request.ts'
import { session } from './session.ts'

const SIN_RED = 'Se perdió la conexión y la imagen no se subió. Revisa tu conexión y elígela otra vez.'
const ILEGIBLE = 'El servidor no guardó la imagen. Vuelve a elegirla; si se repite, avisa a la organización.'
/** An upload without progress for this long has failed. */
const STALLED_MS = 60_000

/** The fields that name a stored image, of which every answer of the server has one. */
const NAMES = ['foto', 'archivo']

export interface Upload {
  /** The answer of the server; null when the upload was cancelled. Rejects with `ApiProblem`. */
  readonly done: Promise<Readonly<Record<string, unknown>> | null>
  readonly cancel: () => void
}

interface Image {
  readonly bytes: Blob
  readonly nombre: string
}

/** Sends an image as the body of a POST. Uses `XMLHttpRequest`, because `fetch` reports no progress. */
export function sendImage(
  to: { readonly path: string; readonly maxBytes: number },
  { bytes, nombre }: Image,
  onSent: (bytes: number) => void,
): Upload {
  if (bytes.size > to.maxBytes) {
    // The sentence of the server, without sending ten megabytes first.
    const tooLarge = new ApiProblem({ code: 'imagen.tooLarge', message: PROBLEMS['imagen.tooLarge'], status: 413 })
    return { done: Promise.reject(tooLarge), cancel: () => {} }
  }
  const request = new XMLHttpRequest()
  let stalled: ReturnType<typeof setTimeout> | undefined
  const done = new Promise<Readonly<Record<string, unknown>> | null>((resolve, reject) => {
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
      const body = objectIn(request.responseText)
      if (request.status < 300 && body && NAMES.some((name) => name in body)) return resolve({ ...body })
      // The page of a proxy, or the sign-in page of a network.
      if (request.status < 300 || (request.status >= 500 && !body)) return lose()
      const problem = problemOf(request.status, body, ILEGIBLE)
      session.checkAfter(problem)
      reject(problem)
    })
    watch()
  })
  request.open('POST', `${to.path}?nombre=${encodeURIComponent(nombre)}`)
  // The server decides by the bytes whether the file is an image; a content type of another kind would be refused first.
  request.setRequestHeader('content-type', bytes.type.startsWith('image/') ? bytes.type : 'image/x-unknown')
  request.send(bytes)
  return { done, cancel: () => request.abort() }
}
