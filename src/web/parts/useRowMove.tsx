import { useState, type ReactNode } from 'react'
import type { moveCategoria } from '#contract/categorias.ts'
import { MoveButtons } from './MoveButtons.tsx'
import { useCommandWithToast } from '../api/useCommand.ts'
import './rowMove.css'

interface MovableRow {
  readonly id: string
  readonly nombre: string
  /** The ids of the rows above and below; undefined at an end of the list. */
  readonly arribaId: string | undefined
  readonly abajoId: string | undefined
}

interface RowMove {
  /** For the `tr` of the row: marks the row for a moment after it moved. */
  readonly rowProps: { readonly className: string | undefined; readonly onAnimationEnd: () => void }
  readonly buttons: ReactNode
}

/** Moves a row of a table up and down with two buttons. `command` is `moveCategoria` or `moveCompetidor`. */
export function useRowMove(command: typeof moveCategoria, moved: MovableRow): RowMove {
  const { id, nombre, arribaId, abajoId } = moved
  const [isMarked, setMarked] = useState(false)
  const move = useCommandWithToast(command, { about: `orden ${id}`, before: 'No se cambió el orden.' })
  return {
    rowProps: { className: isMarked ? 'marked' : undefined, onAnimationEnd: () => setMarked(false) },
    buttons: (
      <MoveButtons
        nombre={nombre}
        isFirst={arribaId === undefined}
        isLast={abajoId === undefined}
        busy={move.busy}
        onMove={async (direccion) => {
          const vecinoId = direccion === 'up' ? arribaId : abajoId
          setMarked(false)
          const hasMoved = (await move.run({ id, direccion, vecinoId })) !== undefined
          setMarked(hasMoved)
          return hasMoved
        }}
      />
    ),
  }
}
