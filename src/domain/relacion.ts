import { isCompleta, fillOrden, type Categoria } from './categoria.ts'
import type { Competidor } from './competidor.ts'
import { sortPlaced } from './orden.ts'

/** An entry in the list of its day. `turno` is its position in the running order; `null` without an `orden`. */
export interface Relacionado<C> {
  readonly turno: number | null
  readonly categoria: string
  readonly competidor: C
}

/** The entries of a day in running order, as in the schedule; entries without an `orden` last. */
export function relacionOf<C extends Competidor>(
  categorias: readonly Categoria[],
  competidores: readonly C[],
): Relacionado<C>[] {
  const byCategoria = Map.groupBy(competidores, ({ categoriaId }) => categoriaId)
  const lists = sortPlaced(fillOrden(categorias.filter(isCompleta))).map(({ id, nombre }) => ({
    categoria: nombre,
    entries: byCategoria.get(id) ?? [],
  }))
  const inOrder = lists.flatMap(({ categoria, entries }) =>
    sortPlaced(entries).map((competidor) => ({ categoria, competidor })),
  )
  const without = lists.flatMap(({ categoria, entries }) =>
    entries.filter(({ orden }) => orden === null).map((competidor) => ({ turno: null, categoria, competidor })),
  )
  return [...inOrder.map((one, index) => ({ turno: index + 1, ...one })), ...without]
}
