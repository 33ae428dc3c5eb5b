import { nombreOf } from '#domain/competidor.ts'
import { moveCategoria, type CategoriaPart } from '#contract/categorias.ts'
import { DeleteButton, useRowMove } from '../parts/RowButtons.tsx'
import { CriteriosSelect } from './CriteriosSelect.tsx'
import { CupoField } from './CupoField.tsx'
import { formatFecha } from './fecha.ts'

interface Props {
  readonly categoria: CategoriaPart
  readonly zona: string
  /** The limit of a category without its own; 0 is no limit. */
  readonly maximo: number
  /** The ids of the rows above and below. */
  readonly arribaId: string | undefined
  readonly abajoId: string | undefined
  readonly onDelete: (categoria: CategoriaPart) => void
}

export function CategoriaRow({ categoria, zona, maximo, arribaId, abajoId, onDelete }: Props) {
  const { id, orden, fechaCreacion } = categoria
  const nombre = nombreOf(categoria)
  const { rowProps, buttons } = useRowMove(moveCategoria, { id, nombre, arribaId, abajoId })

  return (
    <tr role="row" {...rowProps}>
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
          {buttons}
          <DeleteButton nombre={nombre} className="ml-2" onClick={() => onDelete(categoria)} />
        </span>
      </td>
    </tr>
  )
}
