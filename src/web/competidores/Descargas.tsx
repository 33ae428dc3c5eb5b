import { Download } from 'lucide-react'
import { useId } from 'react'
import type { Dia } from '#domain/dia.ts'
import { CSV_PATH, ZIP_PATH } from '#contract/competidores.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { useDownload } from './useDownload.ts'

interface Props {
  readonly dia: Dia
  readonly total: number
  readonly conMusica: number
}

/** Downloads of a day: its entries as CSV, its music as ZIP. */
export function Descargas({ dia, total, conMusica }: Props) {
  const id = useId()
  const icon = <Download size={18} aria-hidden />
  const csv = useDownload()
  const zip = useDownload()
  const urlOf = (path: string) => path.replace(':dia', encodeURIComponent(dia))

  return (
    <section aria-labelledby={id} className="card flex flex-col gap-3 p-4">
      <h2 id={id} className="text-22">
        Descargas del día
      </h2>
      <div className="grid">
        <Button
          icon={icon}
          busy={csv.busy}
          busyText="Descargando..."
          reason={total === 0 && 'Sin competidores.'}
          onClick={() => void csv.start(urlOf(CSV_PATH))}
        >
          Descargar CSV
        </Button>
      </div>
      {csv.fault && <Aviso tone="danger" title={`No se descargó el CSV. ${csv.fault}`} />}
      <div className="grid">
        <Button
          icon={icon}
          busy={zip.busy}
          busyText="Descargando..."
          reason={conMusica === 0 && 'Ningún competidor tiene música.'}
          onClick={() => void zip.start(urlOf(ZIP_PATH))}
        >
          Descargar música (ZIP)
        </Button>
      </div>
      {zip.fault && <Aviso tone="danger" title={`No se descargó la música. ${zip.fault}`} />}
    </section>
  )
}
