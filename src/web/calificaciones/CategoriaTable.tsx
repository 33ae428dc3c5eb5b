import { ChevronRight, CircleDashed, Equal } from 'lucide-react'
import { memo } from 'react'
import { formatPuntos } from '#domain/calificacion.ts'
import { tituloOf } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import type { CategoriaResultadosPart } from '#contract/views/calificaciones.ts'
import { Pill } from '../ui/Pill.tsx'
import { leavePlace } from '../ui/useReturn.ts'
import { TableHead } from '../ui/TableHead.tsx'
import { Lugar } from './Lugar.tsx'
import { hrefToDetalle, RESULTADOS } from './ruta.ts'
import './resultados.css'

interface Props {
  readonly dia: Dia
  readonly categoria: CategoriaResultadosPart
}

/** The ranking of a category. `memo` skips a part that did not change: it is the same object. */
export const CategoriaTable = memo(function CategoriaTable({ dia, categoria }: Props) {
  const isEmpty = categoria.puestos.length === 0
  return (
    <div className="ranking-card card relative mb-5 break-inside-avoid">
      <table className={isEmpty || categoria.calificada ? 'ranking' : 'ranking ranking-open'}>
        <caption>
          <h3 className="text-24">{tituloOf(categoria)}</h3>
        </caption>
        <TableHead
          columns={['Lugar', 'Competidor', 'Pts', 'Ver']}
          className={isEmpty ? 'sr-only' : 'max-2xs:sr-only'}
        />
        <tbody role="rowgroup">
          {categoria.puestos.map((puesto) => (
            <Row
              key={puesto.id}
              puesto={puesto}
              to={hrefToDetalle({ dia, categoria: categoria.nombre, nombre: puesto.ruta })}
            />
          ))}
          {isEmpty && (
            <tr role="row">
              <td role="cell" colSpan={4} className="text-15 text-muted">
                No hay competidores registrados.
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {!isEmpty && !categoria.calificada && (
        <p className="absolute top-4 right-4 max-2xs:static max-2xs:p-3">
          <Pill tone="off" icon={<CircleDashed size={14} strokeWidth={2.5} aria-hidden />}>
            Sin calificar
          </Pill>
        </p>
      )}
    </div>
  )
})

interface RowProps {
  readonly puesto: CategoriaResultadosPart['puestos'][number]
  readonly to: string
}

function Row({ puesto: { id, lugar, nombre, compania, puntos, calificado, empate }, to }: RowProps) {
  const isFirst = calificado && lugar === 1
  return (
    <tr role="row" className="transition-colors hover:bg-sunken">
      <td role="cell">
        <Lugar lugar={lugar} isPlain={!calificado} />
      </td>
      <td role="cell">
        <span
          className={
            isFirst
              ? 'block font-display text-22 leading-tight font-semibold'
              : 'block text-15 leading-tight font-semibold'
          }
        >
          {nombre}
        </span>{' '}
        <span className="block text-13 text-muted">({compania})</span>
        {/* Every tie is named; only ties of marked entries have a colour. */}
        {empate && !calificado && <span className="block text-13 text-muted">Empate</span>}
        {empate && calificado && (
          <span className="mt-1 block">
            <Pill tone="info" icon={<Equal size={14} strokeWidth={2.5} aria-hidden />}>
              Empate
            </Pill>
          </span>
        )}
      </td>
      <td role="cell" className={`num ${isFirst ? 'text-24' : 'text-22'} ${calificado ? '' : 'text-muted'}`}>
        {formatPuntos(puntos)}
      </td>
      <td role="cell">
        <a
          id={`ver-${id}`}
          href={to}
          aria-label={`Ver ${nombre}`}
          className="row-link"
          onClick={() => leavePlace({ page: RESULTADOS, to, controlId: `ver-${id}` })}
        >
          <span className="row-word">Ver</span>
          <ChevronRight size={19} aria-hidden />
        </a>
      </td>
    </tr>
  )
}
