import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import type { Dia } from '#domain/dia.ts'
import { exportCompetidores, exportMusica } from '#contract/competidores.ts'
import { checkDownload } from '../api/download.ts'
import { ApiProblem } from '../api/request.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { saveFrom } from '../ui/saveFile.ts'
import { toast } from '../ui/toast.ts'

interface Props {
  readonly dia: Dia
  readonly total: number
  readonly conMusica: number
}

/** Downloads of a day: its entries as CSV, its music as ZIP. */
export function Descargas({ dia, total, conMusica }: Props) {
  const id = useId()
  const urlOf = (path: string) => path.replace(':dia', encodeURIComponent(dia))
  return (
    <section aria-labelledby={id} className="card flex flex-col gap-3 p-4">
      <h2 id={id} className="text-22">
        Descargas del día
      </h2>
      <Descarga
        url={urlOf(exportCompetidores.path)}
        label="Descargar CSV"
        failed="No se descargó el CSV."
        reason={total === 0 && 'Sin competidores.'}
      />
      <Descarga
        url={urlOf(exportMusica.path)}
        label="Descargar música (ZIP)"
        failed="No se descargó la música."
        reason={conMusica === 0 && 'Ningún competidor tiene música.'}
      />
    </section>
  )
}

interface DescargaProps {
  readonly url: string
  readonly label: string
  /** The start of the message of a failure. */
  readonly failed: string
  /** Why the button is off. */
  readonly reason: string | false
}

/** A button that starts a download by the browser, which streams to disk and shows the progress. */
function Descarga({ url, label, failed, reason }: DescargaProps) {
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
