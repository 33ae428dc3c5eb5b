import { Download } from 'lucide'
import { ApiProblem, bodyOf, problemOf } from '../api/request.ts'
import { checkAfter } from '../api/send.ts'
import { useTask } from '../api/useCommand.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { saveFrom } from '../ui/saveFile.ts'
import { toast } from '../ui/toast.ts'

interface Props {
  readonly url: string
  readonly label: string
  /** The start of the message of a failure. */
  readonly failed: string
  /** Why the button is off. */
  readonly reason?: string | false
}

/** A button that starts a download by the browser, which streams to disk and shows the progress. */
export function Descarga({ url, label, failed, reason }: Props) {
  const { busy, problem, run } = useTask(async () => {
    const name = await checkDownload(url)
    saveFrom(url)
    toast(`Descarga iniciada: ${name}`)
  })
  return (
    <>
      <div className="grid">
        <Button icon={Download} busy={busy} busyText="Descargando..." reason={reason} onClick={() => void run()}>
          {label}
        </Button>
      </div>
      {problem && <Aviso tone="danger" title={`${failed} ${problem.message}`} />}
    </>
  )
}

const SIN_RED = 'No se pudo conectar con el servidor. Revisa tu conexión y vuelve a intentarlo.'
/** The longest wait for an answer: the server may ask the file store about every file of a day. */
const ANSWER_MS = 30_000

/**
 * Checks that a file can be downloaded, and returns its name. The browser downloads the file afterwards; a refusal of that
 * request reaches no page. Rejects with `ApiProblem`.
 */
async function checkDownload(url: string): Promise<string> {
  const ask = (method: 'HEAD' | 'GET') => fetch(url, { method, signal: AbortSignal.timeout(ANSWER_MS) })
  try {
    const head = await ask('HEAD')
    // The answer to a HEAD has no body, so no sentence.
    const answer = head.ok ? head : await ask('GET')
    if (!answer.ok) throw problemOf(answer.status, await bodyOf(answer))
    await answer.body?.cancel()
    return nameOf(answer)
  } catch (error) {
    const problem =
      error instanceof ApiProblem ? error : new ApiProblem({ code: 'network.away', message: SIN_RED, status: 0 })
    await checkAfter(problem)
    throw problem
  }
}

/** Throws without a name: the page of a network or of a proxy is not the file. */
function nameOf(response: Response): string {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  if (name === undefined) throw new Error('The answer names no file.')
  return decodeURIComponent(name)
}
