import { ApiProblem, refusalOf } from './request.ts'
import { session } from './session.ts'

const SIN_RED = 'No se pudo conectar con el servidor. Revisa tu conexión y vuelve a intentarlo.'
/** The server may have to ask its store about every file of a day. */
const ANSWER_MS = 30_000

/**
 * Asks the server whether a file can be downloaded, without a byte of it: the browser itself fetches it afterwards, and what
 * it is refused then reaches no page. Returns the name of the file. Rejects with `ApiProblem`.
 */
export async function checkDownload(url: string): Promise<string> {
  try {
    const head = await ask(url, 'HEAD')
    if (head.ok) return nameOf(head)
    // The answer to a HEAD holds no sentence.
    const told = await ask(url, 'GET')
    if (!told.ok) throw await refusalOf(told)
    await told.body?.cancel()
    return nameOf(told)
  } catch (error) {
    const problem =
      error instanceof ApiProblem ? error : new ApiProblem({ code: 'network.away', message: SIN_RED, status: 0 })
    session.doubt(problem)
    throw problem
  }
}

function ask(url: string, method: 'HEAD' | 'GET'): Promise<Response> {
  return fetch(url, { method, credentials: 'same-origin', signal: AbortSignal.timeout(ANSWER_MS) })
}

function nameOf(response: Response): string {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return name === undefined ? '' : decodeURIComponent(name)
}
