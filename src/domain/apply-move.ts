import { move, movePast, type Direction, type Ordered, type Placed } from './orden.ts'
import { Problem } from './problem.ts'

/**
 * Moves an item as a person asks for it: one position, or past `vecinoId`. Returns only the items whose `orden` changed.
 * Throws `orden.changed` when the neighbour is no longer on that side. Not in `orden.ts`: the web loads that file first, and
 * would load every sentence of `problem.ts` with it.
 */
export function applyMove<T extends Ordered>(
  items: readonly T[],
  {
    id,
    direccion,
    vecinoId,
  }: { readonly id: string; readonly direccion: Direction; readonly vecinoId?: string | undefined },
): Placed<T>[] {
  if (vecinoId === undefined) return move(items, id, direccion)
  const changes = movePast(items, id, { direccion, vecinoId })
  if (changes === null) throw new Problem('orden.changed')
  return changes
}
