import { formatPuntos } from '#domain/calificacion.ts'
import type { Desglose } from '#domain/desglose.ts'

/** The sum of the judges' points and the total. */
export function SumaCard({ desglose: { aportes, suma, total } }: { desglose: Desglose }) {
  return (
    <dl className="card mt-4 px-5 py-2">
      <div className="flex items-baseline justify-between gap-4 py-1.5">
        <dt className="text-15">{aportes.length === 1 ? 'Suma de 1 juez' : `Suma de ${aportes.length} jueces`}</dt>
        <dd className="num text-18">{formatPuntos(suma)}</dd>
      </div>
      <div className="flex items-baseline justify-between gap-4 border-t border-line py-1.5 font-bold">
        <dt className="text-15">Total</dt>
        <dd className="num text-22">{formatPuntos(total)}</dd>
      </div>
    </dl>
  )
}
