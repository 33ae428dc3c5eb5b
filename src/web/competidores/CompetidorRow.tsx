import { memo, useId, useState } from 'react'
import { resumenOf } from '#domain/calificacion.ts'
import type { Renglon } from '#domain/horario.ts'
import type { Direction } from '#domain/orden.ts'
import { moveCompetidor, type CompetidorAdmin } from '#contract/competidores.ts'
import { DeleteButton, EditButton } from '../parts/RowButtons.tsx'
import { MoveButtons } from '../parts/MoveButtons.tsx'
import { PlayButton } from '../parts/PlayButton.tsx'
import { useToldCommand } from '../parts/useToldCommand.ts'
import { RowActs } from './RowActs.tsx'
import { rowMark } from './showRow.ts'

interface Props {
  readonly renglon: Renglon<CompetidorAdmin>
  /** Of its category. */
  readonly titulo: string
  /** The rows above and below it. */
  readonly arribaId: string | undefined
  readonly abajoId: string | undefined
  /** Null on a day that is only looked at: its entries take no turn. */
  readonly onSelect: ((competidorId: string) => void) | null
  readonly onEdit: (competidor: CompetidorAdmin) => void
  readonly onDelete: (competidor: CompetidorAdmin) => void
}

/** An entry of the day: a click on it gives it the turn. */
export const CompetidorRow = memo(function CompetidorRow(props: Props) {
  const { renglon, titulo, arribaId, abajoId, onSelect, onEdit, onDelete } = props
  const { competidor, turno, estatus } = renglon
  const { id, nombre, compania, tieneMusica, calificaciones } = competidor
  const [isMarked, setMarked] = useState(false)
  const move = useToldCommand(moveCompetidor, { about: `orden ${id}`, before: 'No se cambió el orden.' })
  const hintId = useId()
  const isCurrent = estatus === 'Compitiendo'

  async function go(direccion: Direction): Promise<boolean> {
    setMarked(false)
    const moved = (await move.run({ id, direccion, vecinoId: direccion === 'up' ? arribaId : abajoId })) !== undefined
    setMarked(moved)
    return moved
  }

  return (
    <tr
      role="row"
      {...rowMark(id)}
      aria-current={isCurrent || undefined}
      className={isMarked ? 'marked' : undefined}
      onAnimationEnd={() => setMarked(false)}
    >
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
      </td>
      <td role="cell" className="text-muted">
        {compania}
      </td>
      <td role="cell" className="text-13 text-muted">
        <span className={isCurrent ? '' : 'line-clamp-1'} title={resumenOf(calificaciones)}>
          {resumenOf(calificaciones)}
        </span>
      </td>
      <td role="cell">
        <RowActs nombre={nombre} first={<PlayButton track={{ id, nombre, detalle: titulo }} isSilent={!tieneMusica} />}>
          <MoveButtons
            nombre={nombre}
            isFirst={arribaId === undefined}
            isLast={abajoId === undefined}
            busy={move.busy}
            onMove={go}
          />
          <EditButton nombre={nombre} onClick={() => onEdit(competidor)} />
          <DeleteButton nombre={nombre} onClick={() => onDelete(competidor)} />
        </RowActs>
      </td>
    </tr>
  )
})
