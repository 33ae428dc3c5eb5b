import type { Dia } from '#domain/dia.ts'
import { exportCompetidores, exportMusica } from '#contract/competidores.ts'
import { Descarga } from '../parts/Descarga.tsx'
import { Card } from '../ui/Card.tsx'

interface Props {
  readonly dia: Dia
  readonly total: number
  readonly conMusica: number
}

/** Downloads of a day: its entries as CSV, its music as ZIP. */
export function Descargas({ dia, total, conMusica }: Props) {
  const urlOf = (path: string) => path.replace(':dia', encodeURIComponent(dia))
  return (
    <Card title="Descargas del día" className="flex flex-col gap-3 p-4">
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
    </Card>
  )
}
