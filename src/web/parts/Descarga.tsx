import { Download } from '../ui/icons.ts'
import { useState } from 'react'
import { checkDownload } from '../api/download.ts'
import { ApiProblem } from '../api/request.ts'
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
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function start(): Promise<void> {
    setProblem(null)
    setBusy(true)
    try {
      const name = await checkDownload(url)
      saveFrom(url)
      toast(`Descarga iniciada: ${name}`)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <div className="grid">
        <Button
          icon={<Download size={18} aria-hidden />}
          busy={busy}
          busyText="Descargando..."
          reason={reason}
          onClick={() => void start()}
        >
          {label}
        </Button>
      </div>
      {problem && <Aviso tone="danger" title={`${failed} ${problem}`} />}
    </>
  )
}
