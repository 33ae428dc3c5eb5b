import { formatPuntos } from '#domain/calificacion.ts'
import type { Desglose } from '#domain/desglose.ts'
import type { Penalizacion } from '#domain/resultados.ts'

interface Props {
  readonly desglose: Desglose
  readonly penalizaciones: readonly Penalizacion[]
}

/** The arithmetic of a total: the sum of the judges, each penalty, the total. */
export function SumaCard({ desglose: { aportes, suma, total }, penalizaciones }: Props) {
  return (
    <dl className="card mt-4 px-5 py-2">
      <div className="flex items-baseline justify-between gap-4 py-1.5">
        <dt className="text-15">{aportes.length === 1 ? 'Suma de 1 juez' : `Suma de ${aportes.length} jueces`}</dt>
        <dd className="num text-18">{formatPuntos(suma)}</dd>
      </div>
      {penalizaciones.map(({ id, puntos, motivo, autor }) => (
        <div key={id} className="flex items-baseline justify-between gap-4 py-1.5">
          <dt className="text-15">
            Penalización
            <span className="block text-13 text-muted">
              {motivo} ({autor})
            </span>
          </dt>
          <dd className="num text-18 text-danger">{formatPuntos(-puntos)}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-line py-1.5 font-bold">
        <dt className="text-15">Total</dt>
        <dd className="num text-22">{formatPuntos(total)}</dd>
      </div>
    </dl>
  )
}
