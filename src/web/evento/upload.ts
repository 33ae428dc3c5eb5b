import { IMAGEN_MAX_BYTES, UPLOAD_IMAGEN_PATH } from '#contract/evento.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { ApiProblem } from '../api/request.ts'
import { session } from '../api/session.ts'

const SIN_RED = 'Se perdió la conexión y la imagen no se subió. Revisa la red y elígela otra vez.'
const ILEGIBLE = 'El servidor no guardó la imagen. Vuelve a elegirla; si sigue igual, avisa a la organización.'

export interface Upload {
  /** False: it was cancelled. Rejects with `ApiProblem`. */
  readonly done: Promise<boolean>
  readonly cancel: () => void
}

/** Sends an image. `fetch` does not tell how far it is: this is the older way, which does. */
export function sendImagen(file: File, onSent: (bytes: number) => void): Upload {
  if (file.size > IMAGEN_MAX_BYTES) {
    // Said before ten megabytes travel for it, in the server's own words.
    const tooLarge = new ApiProblem({ code: 'imagen.tooLarge', message: PROBLEMS['imagen.tooLarge'], status: 413 })
    return { done: Promise.reject(tooLarge), cancel: () => {} }
  }
  const request = new XMLHttpRequest()
  const done = new Promise<boolean>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded }) => onSent(Math.min(loaded, file.size)))
    request.addEventListener('abort', () => resolve(false))
    request.addEventListener('error', () => {
      reject(new ApiProblem({ code: 'network.away', message: SIN_RED, status: 0 }))
    })
    request.addEventListener('load', () => {
      if (request.status < 300) return resolve(true)
      const problem = refusalOf(request)
      session.doubt(problem)
      reject(problem)
    })
  })
  request.open('POST', `${UPLOAD_IMAGEN_PATH}?nombre=${encodeURIComponent(file.name)}`)
  // What is no image is for the server to say: it looks at the bytes, and this only has to reach it.
  request.setRequestHeader('content-type', file.type.startsWith('image/') ? file.type : 'image/x-unknown')
  request.send(file)
  return { done, cancel: () => request.abort() }
}

function refusalOf({ status, responseText }: XMLHttpRequest): ApiProblem {
  const said = sentenceOf(responseText)
  return new ApiProblem({ code: said?.code ?? 'answer.unreadable', message: said?.message ?? ILEGIBLE, status })
}

function sentenceOf(text: string): { code: string; message: string } | undefined {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || !('message' in body) || !('code' in body)) return undefined
    return { code: String(body.code), message: String(body.message) }
  } catch {
    // A proxy's page: the caller says so in a sentence of ours.
    return undefined
  }
}
