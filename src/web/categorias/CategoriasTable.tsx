import type { ReactNode } from 'react'
import './categorias.css'

/** Rows of a table on a wide screen, cards on a narrow one. */
export function CategoriasTable({ filas }: { filas: readonly ReactNode[] }) {
  return (
    <table role="table" className="categorias-rows">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Orden
          </th>
          <th role="columnheader" scope="col">
            Nombre
          </th>
          <th role="columnheader" scope="col">
            Criterios
          </th>
          <th role="columnheader" scope="col">
            Cupo
          </th>
          <th role="columnheader" scope="col">
            Fecha de creación
          </th>
          <th role="columnheader" scope="col">
            Acciones
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">{filas}</tbody>
    </table>
  )
}
