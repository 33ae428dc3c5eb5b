import { useState } from 'react'
import { formatFecha } from '#domain/fecha.ts'
import { moveCategoria, type CategoriaPart } from '#contract/categorias.ts'
import type { ApiProblem } from '../api/request.ts'
import { DeleteButton } from '../parts/RowButtons.tsx'
import { useCommand } from '../api/useCommand.ts'
import { MoveButtons } from '../parts/MoveButtons.tsx'
import { settle, toast } from '../ui/toast.ts'
import { CriteriosSelect } from './CriteriosSelect.tsx'
import { CupoField } from './CupoField.tsx'
import { nombreOf } from './nombreOf.ts'

const ORDEN = 'orden'

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
  const move = useCommand(moveCategoria, failed)

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
              if (!(await move.run({ id, direccion }))) return
              settle(ORDEN)
              setMarked(true)
            }}
          />
          <DeleteButton nombre={nombre} className="ml-2" onClick={() => onDelete(categoria)} />
        </span>
      </td>
    </tr>
  )
}

function failed({ message }: ApiProblem): void {
  toast(`No se cambió el orden. ${message}`, { tone: 'danger', about: ORDEN })
}
