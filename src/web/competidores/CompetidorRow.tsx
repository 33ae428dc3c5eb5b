import { memo, useId, useState } from 'react'
import { formatCalificaciones } from '#domain/calificacion.ts'
import type { Renglon } from '#domain/horario.ts'
import { moveCompetidor, type CompetidorAdmin } from '#contract/competidores.ts'
import { useRowMove } from '../parts/RowButtons.tsx'
import { faltanText } from '#domain/jurado.ts'
import { RetiroPill } from '../parts/EstadoPill.tsx'
import { JuradoRow } from './JuradoRow.tsx'
import { RowActs, type EntryProps } from './RowActs.tsx'

interface Props extends Omit<EntryProps, 'competidor'> {
  readonly renglon: Renglon<CompetidorAdmin>
  /** Judges exist: the entry can be withdrawn and penalised. */
  readonly hasJueces: boolean
  /** The ids of the rows above and below. */
  readonly arribaId: string | undefined
  readonly abajoId: string | undefined
  /** Null on a day that is not active: its entries take no turn. */
  readonly onSelect: ((competidorId: string) => void) | null
  /** Null where the entry cannot be repeated. */
  readonly onRepeat: ((competidor: CompetidorAdmin) => void) | null
}

/** An entry of the day. A click on its name gives it the turn. */
export const CompetidorRow = memo(function CompetidorRow(props: Props) {
  const { renglon, hasJueces, arribaId, abajoId, onSelect, onRepeat } = props
  const { competidor, turno, estatus } = renglon
  const { id, nombre, compania, calificaciones, retiro, penalizaciones, intento } = competidor
  const [isOpen, setOpen] = useState(false)
  const { rowProps, buttons } = useRowMove(moveCompetidor, { id, nombre, arribaId, abajoId })
  const hintId = useId()
  const isCurrent = estatus === 'Compitiendo'
  const faltan = hasJueces && !retiro ? faltanText(competidor.faltan) : ''
  const showsActs = hasJueces && (isOpen || isCurrent)

  return (
    <>
      <tr role="row" data-competidor={id} {...rowProps} aria-current={isCurrent || undefined}>
        <td role="cell" className="num text-18">
          {turno}
        </td>
        <td role="cell">
          {onSelect ? (
            <>
              <button
                type="button"
                aria-describedby={hintId}
                className={`row-select ${isCurrent ? 'font-display text-20 leading-tight font-semibold' : 'font-semibold'}`}
                onClick={() => onSelect(id)}
              >
                {nombre}
              </button>
              <span id={hintId} className="sr-only">
                {isCurrent ? 'Tiene el turno' : 'Darle el turno'}
              </span>
            </>
          ) : (
            <span className="font-semibold">{nombre}</span>
          )}
          {intento !== undefined && <span className="block text-13 text-muted">Intento {intento}</span>}
          {retiro && (
            <span className="mt-1 block">
              <RetiroPill estado={retiro} />
            </span>
          )}
        </td>
        <td role="cell" className="text-muted">
          {compania}
        </td>
        <td role="cell" className="text-13 text-muted">
          <span className={isCurrent ? '' : 'line-clamp-1'} title={formatCalificaciones(calificaciones)}>
            {formatCalificaciones(calificaciones)}
          </span>
          {faltan && (
            <span className={isCurrent ? 'block text-wait' : 'line-clamp-1 text-wait'} title={faltan}>
              {faltan}
            </span>
          )}
        </td>
        <td role="cell">
          <RowActs {...props} competidor={competidor} isOpen={isOpen} onOpen={setOpen} hasMore={hasJueces}>
            {buttons}
          </RowActs>
        </td>
      </tr>
      {(showsActs || penalizaciones.length > 0) && (
        <JuradoRow competidor={competidor} isCurrent={isCurrent} showsActs={showsActs} onRepeat={onRepeat} />
      )}
    </>
  )
})
