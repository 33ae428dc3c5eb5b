import { ChevronRight, CircleDashed, Equal } from 'lucide'
import { memo } from 'react'
import { conNumero } from '#domain/numero.ts'
import { formatPuntos } from '#domain/calificacion.ts'
import type { Dia } from '#domain/dia.ts'
import { metodoTitle } from '#domain/metodo.ts'
import type { Retiro } from '#domain/retiro.ts'
import type { CategoriaResultadosPart, PuestoMostrado } from '#contract/views/calificaciones.ts'
import { EstadoPill, RetiroPill } from '../parts/EstadoPill.tsx'
import { Seguir } from '../horario/Seguir.tsx'
import { Titulo } from '../horario/Titulo.tsx'
import { Tuyo } from '../horario/Tuyo.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Pill } from '../ui/Pill.tsx'
import { leavePlace } from '../ui/useReturn.ts'
import { TableHead } from '../ui/TableHead.tsx'
import { Medalla } from './Medalla.tsx'
import { hrefToDetalle, RESULTADOS } from './ruta.ts'
import './resultados.css'

interface Props {
  readonly dia: Dia
  readonly categoria: CategoriaResultadosPart
}

/** The ranking of a category. `memo` skips a part that did not change: it is the same object. */
export const CategoriaTable = memo(function CategoriaTable({ dia, categoria }: Props) {
  const { puestos, retirados, estado, metodo, vieneDe, decision, sinContar } = categoria
  const { retenida = false } = categoria
  const isEmpty = puestos.length === 0 && retirados.length === 0
  const hasEstados = !isEmpty || retenida
  return (
    <div className="ranking-card break-inside-avoid pb-5">
      <div className="card relative">
        <table
          className="sheet ranking"
          data-estados={!hasEstados ? 0 : Number(!categoria.calificada) + Number(estado !== null)}
        >
          <caption>
            <h3 className="text-24">
              <Titulo of={categoria} />
            </h3>
            {metodo && <span className="block text-14 text-muted">{metodoTitle(metodo)}</span>}
            {vieneDe && <span className="block text-14 text-muted">Viene de {vieneDe}</span>}
            {decision && <span className="block text-14 text-muted">{decision}</span>}
          </caption>
          <TableHead
            columns={['Lugar', 'Competidor', 'Pts', 'Ver']}
            className={isEmpty ? 'sr-only' : 'max-2xs:sr-only'}
          />
          <tbody role="rowgroup">
            {[...puestos, ...retirados.map((retirado) => ({ ...retirado, ...SIN_LUGAR }))].map((puesto) => (
              <Row
                key={puesto.id}
                puesto={puesto}
                to={hrefToDetalle({ dia, categoria: categoria.nombre, nombre: puesto.ruta })}
              />
            ))}
            {isEmpty && (
              <tr role="row">
                <td role="cell" colSpan={4} className="text-15 text-muted">
                  {retenida ? 'Se anuncia en la premiación.' : 'No hay competidores registrados.'}
                </td>
              </tr>
            )}
          </tbody>
        </table>
        {sinContar && (
          <p className="border-t border-line px-4 py-2 text-13 text-muted">Sin contar: {sinContar.join(', ')}</p>
        )}
        {hasEstados && (
          <p className="ranking-estados">
            {!categoria.calificada && <Pill tone="off" icon={CircleDashed} text="Sin calificar" />}
            {estado && <EstadoPill estado={estado} />}
          </p>
        )}
      </div>
    </div>
  )
})

/** A withdrawn entry stands below the ranking, without a place. */
const SIN_LUGAR = { lugar: null, puntos: null, empate: false, razones: [] }

function Row({ puesto, to }: { puesto: PuestoMostrado & { readonly retiro?: Retiro }; to: string }) {
  const { id, lugar, nombre, compania, razones = [], pasaA, empate, puntos, sinCalificar, jueces, retiro } = puesto
  const isFirst = lugar === 1
  return (
    <tr role="row" className="transition-colors hover:bg-sunken">
      <td role="cell">
        <Medalla lugar={lugar} />
      </td>
      <td role="cell">
        <span
          className={`block leading-tight ${isFirst ? 'font-display text-22' : 'text-15'} ${retiro ? 'text-muted' : 'font-semibold'}`}
        >
          {conNumero(puesto)}
        </span>{' '}
        <span className="block text-13 text-muted">
          ({compania})
          <Tuyo id={id} />
        </span>
        {razones.map((razon) => (
          <span key={razon} className="block text-13 text-muted">
            {razon}
          </span>
        ))}
        {pasaA && <span className="block text-13 font-semibold text-muted">Pasa a {pasaA}</span>}
        {empate && (
          <span className="mt-1 block">
            <Pill tone="info" icon={Equal} text="Empate" />
          </span>
        )}
        {retiro && (
          <span className="mt-1 block">
            <RetiroPill estado={retiro.estado} />
          </span>
        )}
        <Seguir id={id} nombre={nombre} />
      </td>
      <td role="cell" className={`num ${isFirst ? 'text-24' : 'text-22'} ${puntos === null ? 'text-muted' : ''}`}>
        {sinCalificar && <span className="block font-sans text-13 leading-tight">Sin calificar</span>}
        {!sinCalificar && (puntos === null ? '–' : formatPuntos(puntos))}
        {/* Of an entry that others have not marked. */}
        {!sinCalificar && jueces && <span className="block font-sans text-13 font-normal text-muted">{jueces}</span>}
      </td>
      <td role="cell">
        <a
          id={`ver-${id}`}
          href={to}
          aria-label={`Ver ${nombre}`}
          className="row-link"
          onClick={() => leavePlace({ page: RESULTADOS, to, controlId: `ver-${id}` })}
        >
          <span className="hidden @min-[30rem]:inline">Ver</span>
          <Icon of={ChevronRight} size={19} />
        </a>
      </td>
    </tr>
  )
}
