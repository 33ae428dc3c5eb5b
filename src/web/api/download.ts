import { ApiProblem, refusalOf } from './request.ts'
import { session } from './session.ts'

const SIN_RED = 'Se perdió la conexión y el archivo no llegó completo. Revisa la red y vuelve a intentarlo.'
/** A line that carries nothing for so long is as good as lost. */
const STALLED_MS = 60_000
/** Bytes handed to the browser so far out of our memory: a day of music is larger than a page should be. */
const FOLD_BYTES = 8 * 1024 * 1024

export interface Download {
  /** The file as the server names it; null when it was cancelled. Rejects with `ApiProblem`. */
  readonly done: Promise<File | null>
  readonly cancel: () => void
}

/** Fetches a file. `onCame` hears how much of it is here; a total of 0 is not known. */
export function download(url: string, onCame: (came: number, total: number) => void): Download {
  const line = new AbortController()
  let isCancelled = false
  const done = fetchFile(url, line, onCame).catch((error: unknown) => {
    if (isCancelled) return null
    session.doubt(error)
    throw error
  })
  return {
    done,
    cancel: () => {
      isCancelled = true
      line.abort()
    },
  }
}

async function fetchFile(url: string, line: AbortController, onCame: (came: number, total: number) => void) {
  const stalled = new Watch(() => line.abort())
  try {
    const response = await fetch(url, { credentials: 'same-origin', signal: line.signal })
    if (!response.ok || !response.body) throw await refusalOf(response)
    const total = Number(response.headers.get('content-length') ?? 0)
    const parts = await collect(response.body, (came) => {
      stalled.again()
      onCame(came, total)
    })
    return new File(parts, nameOf(response), { type: response.headers.get('content-type') ?? '' })
  } catch (error) {
    if (error instanceof ApiProblem) throw error
    // No network, or bytes that ended before they were all here, which is all that these calls reject for.
    throw new ApiProblem({ code: 'network.away', message: SIN_RED, status: 0 })
  } finally {
    stalled.end()
  }
}

class Watch {
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #onStalled: () => void

  constructor(onStalled: () => void) {
    this.#onStalled = onStalled
    this.again()
  }

  again(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#onStalled, STALLED_MS)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

async function collect(body: ReadableStream<Uint8Array<ArrayBuffer>>, onCame: (came: number) => void): Promise<Blob[]> {
  const reader = body.getReader()
  const folded: Blob[] = []
  let loose: Uint8Array<ArrayBuffer>[] = []
  let looseBytes = 0
  let came = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (value) {
      loose.push(value)
      looseBytes += value.length
      came += value.length
      onCame(came)
    }
    if (done || looseBytes >= FOLD_BYTES) {
      folded.push(new Blob(loose))
      loose = []
      looseBytes = 0
    }
    if (done) return folded
  }
}

function nameOf(response: Response): string {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return name === undefined ? '' : decodeURIComponent(name)
}
