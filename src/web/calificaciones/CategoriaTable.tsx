import { ChevronRight, Equal } from 'lucide-react'
import { memo } from 'react'
import { formatPuntos } from '#domain/calificacion.ts'
import { tituloOf } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import type { PuestosPart } from '#contract/views/calificaciones.ts'
import { Pill } from '../ui/Pill.tsx'
import { leavePlace } from '../ui/useReturn.ts'
import { Lugar } from './Lugar.tsx'
import { hrefToDetalle, RESULTADOS } from './ruta.ts'
import './resultados.css'

interface Props {
  readonly dia: Dia
  readonly categoria: PuestosPart
}

/** A category's ranking. A part that has not changed is the same object, and is not drawn again. */
export const CategoriaTable = memo(function CategoriaTable({ dia, categoria }: Props) {
  const isEmpty = categoria.puestos.length === 0
  return (
    <div className="card mb-5 break-inside-avoid">
      <table className="ranking">
        <caption>
          <h3 className="text-24">{tituloOf(categoria)}</h3>
        </caption>
        <thead className={isEmpty ? 'sr-only' : undefined}>
          <tr>
            <th scope="col">Lugar</th>
            <th scope="col">Competidor</th>
            <th scope="col">Pts</th>
            <th scope="col">
              <span className="sr-only">Ver</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {categoria.puestos.map((puesto) => (
            <Row
              key={puesto.id}
              puesto={puesto}
              to={hrefToDetalle({ dia, categoria: categoria.nombre, nombre: puesto.ruta })}
            />
          ))}
          {isEmpty && (
            <tr>
              <td colSpan={4} className="text-15 text-muted">
                No hay competidores registrados.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
})

function Row({ puesto, to }: { puesto: PuestosPart['puestos'][number]; to: string }) {
  const { id, lugar, nombre, compania, puntos, empate } = puesto
  const isFirst = lugar === 1
  return (
    <tr className="transition-colors hover:bg-sunken">
      <td>
        <Lugar lugar={lugar} />
      </td>
      <td>
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
        {empate && (
          <span className="mt-1 block">
            <Pill tone="info" icon={<Equal size={14} strokeWidth={2.5} aria-hidden />}>
              Empate
            </Pill>
          </span>
        )}
      </td>
      <td className={`num ${isFirst ? 'text-24' : 'text-22'}`}>{formatPuntos(puntos)}</td>
      <td>
        {/* The whole row is the finger's. */}
        <a
          id={`ver-${id}`}
          href={to}
          aria-label={`Ver ${nombre}`}
          className="row-link"
          onClick={() => leavePlace({ page: RESULTADOS, to, controlId: `ver-${id}` })}
        >
          <ChevronRight size={19} aria-hidden />
        </a>
      </td>
    </tr>
  )
}
