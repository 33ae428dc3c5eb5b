import { PROBLEMS } from '#domain/problem.ts'
import { ApiProblem } from './request.ts'
import { session } from './session.ts'

const SIN_RED = 'Se perdió la conexión y la imagen no se subió. Revisa tu conexión y elígela otra vez.'
const ILEGIBLE = 'El servidor no guardó la imagen. Vuelve a elegirla; si se repite, avisa a la organización.'
/** A line that carries nothing for so long is as good as lost. */
const STALLED_MS = 60_000

export interface Upload {
  /** What the server answered; null when it was cancelled. Rejects with `ApiProblem`. */
  readonly done: Promise<Readonly<Record<string, unknown>> | null>
  readonly cancel: () => void
}

interface Image {
  readonly bytes: Blob
  /** What its file is called. */
  readonly nombre: string
}

/** Sends an image as the body of a POST. `fetch` does not tell how far it is: this is the older way, which does. */
export function sendImage(
  to: { readonly path: string; readonly maxBytes: number },
  { bytes, nombre }: Image,
  onSent: (bytes: number) => void,
): Upload {
  if (bytes.size > to.maxBytes) {
    // Said before ten megabytes travel for it, in the server's own words.
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
      const body = bodyOf(request.responseText)
      if (request.status < 300 && body) return resolve(body)
      const problem = refusalOf(request.status, body)
      session.doubt(problem)
      reject(problem)
    })
    watch()
  })
  request.open('POST', `${to.path}?nombre=${encodeURIComponent(nombre)}`)
  // What is no image is for the server to say: it looks at the bytes, and this only has to reach it.
  request.setRequestHeader('content-type', bytes.type.startsWith('image/') ? bytes.type : 'image/x-unknown')
  request.send(bytes)
  return { done, cancel: () => request.abort() }
}

function refusalOf(status: number, body: Readonly<Record<string, unknown>> | undefined): ApiProblem {
  const code = typeof body?.['code'] === 'string' ? body['code'] : 'answer.unreadable'
  const message = typeof body?.['message'] === 'string' ? body['message'] : ILEGIBLE
  return new ApiProblem({ code, message, status })
}

function bodyOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? { ...body } : undefined
  } catch {
    // A proxy's page: the caller says so in a sentence of ours.
    return undefined
  }
}
