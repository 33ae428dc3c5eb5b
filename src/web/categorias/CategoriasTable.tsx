import type { ReactNode } from 'react'
import './categorias.css'

/** Rows of a table on a wide screen, cards on a narrow one. */
export function CategoriasTable({ filas }: { filas: readonly ReactNode[] }) {
  return (
    <table className="categorias-rows">
      <thead>
        <tr>
          <th scope="col">Orden</th>
          <th scope="col">Nombre</th>
          <th scope="col">Criterios</th>
          <th scope="col">Cupo</th>
          <th scope="col">Fecha de creación</th>
          <th scope="col">Acciones</th>
        </tr>
      </thead>
      <tbody>{filas}</tbody>
    </table>
  )
}
