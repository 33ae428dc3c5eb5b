import { useState } from 'react'
import { formatFecha } from '#domain/fecha.ts'
import { moveCategoria, type CategoriaPart } from '#contract/categorias.ts'
import { DeleteButton } from '../parts/RowButtons.tsx'
import { MoveButtons } from '../parts/MoveButtons.tsx'
import { useToldCommand } from '../parts/useToldCommand.ts'
import { CriteriosSelect } from './CriteriosSelect.tsx'
import { CupoField } from './CupoField.tsx'
import { nombreOf } from './nombreOf.ts'

interface Props {
  readonly categoria: CategoriaPart
  readonly zona: string
  /** The limit of who has none of their own; 0 is no limit. */
  readonly maximo: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onDelete: (categoria: CategoriaPart) => void
}

export function CategoriaRow({ categoria, zona, maximo, isFirst, isLast, onDelete }: Props) {
  const { id, orden, fechaCreacion } = categoria
  const nombre = nombreOf(categoria)
  const [isMarked, setMarked] = useState(false)
  const move = useToldCommand(moveCategoria, { about: `orden ${id}`, before: 'No se cambió el orden.' })

  return (
    <tr className={isMarked ? 'marked' : undefined} onAnimationEnd={() => setMarked(false)}>
      <td className="num text-18">
        {orden ?? <span className="font-sans text-13 font-normal text-muted">Sin orden</span>}
      </td>
      <td className="font-semibold">{nombre}</td>
      <td>
        <CriteriosSelect categoria={categoria} nombre={nombre} />
      </td>
      <td>
        <CupoField categoria={categoria} nombre={nombre} maximo={maximo} />
      </td>
      <td className="digits text-muted">{formatFecha(fechaCreacion, zona)}</td>
      <td>
        <span className="flex items-center justify-end">
          <MoveButtons
            nombre={nombre}
            isFirst={isFirst}
            isLast={isLast}
            busy={move.busy}
            onMove={async (direccion) => {
              setMarked(false)
              const moved = (await move.run({ id, direccion })) !== undefined
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
