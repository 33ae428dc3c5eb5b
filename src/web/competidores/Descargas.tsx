import { useId } from 'react'
import type { Dia } from '#domain/dia.ts'
import { exportCompetidores, exportMusica } from '#contract/competidores.ts'
import { Descarga } from '../parts/Descarga.tsx'

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
