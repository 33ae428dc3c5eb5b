import type { moveCategoria } from '#contract/categorias.ts'
import type { Input } from '#contract/define.ts'
import { move, movePast, type Ordered } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'

/** What a move changes in a list. Throws when the neighbour to pass is not on that side any more. */
export function moved<T extends Ordered>(
  items: readonly T[],
  { id, direccion, vecinoId }: Input<typeof moveCategoria>,
): (T & { readonly orden: number })[] {
  if (vecinoId === undefined) return move(items, id, direccion)
  const changes = movePast(items, id, { direccion, vecinoId })
  if (changes === null) throw new Problem('orden.changed')
  return changes
}
