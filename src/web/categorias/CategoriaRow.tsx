import { useState } from 'react'
import { moveCategoria, type CategoriaPart } from '#contract/categorias.ts'
import { DeleteButton } from '../parts/RowButtons.tsx'
import { MoveButtons } from '../parts/MoveButtons.tsx'
import { useToldCommand } from '../parts/useToldCommand.ts'
import { CriteriosSelect } from './CriteriosSelect.tsx'
import { CupoField } from './CupoField.tsx'
import { formatFecha } from './fecha.ts'
import { nombreOf } from './nombreOf.ts'

interface Props {
  readonly categoria: CategoriaPart
  readonly zona: string
  /** The limit of who has none of their own; 0 is no limit. */
  readonly maximo: number
  /** The rows that are seen above and below it. */
  readonly arribaId: string | undefined
  readonly abajoId: string | undefined
  readonly onDelete: (categoria: CategoriaPart) => void
}

export function CategoriaRow({ categoria, zona, maximo, arribaId, abajoId, onDelete }: Props) {
  const { id, orden, fechaCreacion } = categoria
  const nombre = nombreOf(categoria)
  const [isMarked, setMarked] = useState(false)
  const move = useToldCommand(moveCategoria, { about: `orden ${id}`, before: 'No se cambió el orden.' })

  return (
    <tr role="row" className={isMarked ? 'marked' : undefined} onAnimationEnd={() => setMarked(false)}>
      <td role="cell" className="num text-18">
        {orden ?? <span className="font-sans text-13 font-normal text-muted">Sin orden</span>}
      </td>
      <td role="cell" className="font-semibold">
        {nombre}
      </td>
      <td role="cell">
        <CriteriosSelect categoria={categoria} nombre={nombre} />
      </td>
      <td role="cell">
        <CupoField categoria={categoria} nombre={nombre} maximo={maximo} />
      </td>
      <td role="cell" className="digits text-muted">
        {formatFecha(fechaCreacion, zona)}
      </td>
      <td role="cell">
        <span className="flex items-center justify-end">
          <MoveButtons
            nombre={nombre}
            isFirst={arribaId === undefined}
            isLast={abajoId === undefined}
            busy={move.busy}
            onMove={async (direccion) => {
              const vecinoId = direccion === 'up' ? arribaId : abajoId
              setMarked(false)
              const moved = (await move.run({ id, direccion, vecinoId })) !== undefined
              setMarked(moved)
              return moved
            }}
          />
          <DeleteButton nombre={nombre} className="ml-2" onClick={() => onDelete(categoria)} />
        </span>
      </td>
    </tr>
  )
}
