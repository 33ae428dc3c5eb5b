import type { ReactNode } from 'react'
import { TableHead } from '../ui/TableHead.tsx'
import './categorias.css'

/** A table on a wide screen, cards on a narrow one. */
export function CategoriasTable({ filas }: { filas: readonly ReactNode[] }) {
  return (
    <table role="table" className="categorias-rows">
      <TableHead
        columns={['Orden', 'Nombre', 'Criterios', 'Cupo', 'Fecha de creación', 'Acciones']}
        className="max-lg:sr-only"
      />
      <tbody role="rowgroup">{filas}</tbody>
    </table>
  )
}
