import { numberFromOne, sortPlaced, type Direction, type Ordered, type Placed } from './orden.ts'
import { Problem } from './problem.ts'

/** How a person asks for a move: one position, or past `vecinoId`. */
interface Move {
  readonly id: string
  readonly direccion: Direction
  /** The visible neighbour: a search hides rows, so it may be further away in the list. */
  readonly vecinoId?: string | undefined
}

/**
 * Moves an item and renumbers the list from 1. Returns only the items whose `orden` changed. Not in `orden.ts`: the web loads
 * that file first, and would load every sentence of `problem.ts` with it.
 *
 * Without `vecinoId`, empty when nothing can move: the first item up, the last item down, an unknown or unplaced id. Throws
 * `orden.changed` when `vecinoId` is no longer on that side.
 */
export function move<T extends Ordered>(items: readonly T[], { id, direccion, vecinoId }: Move): Placed<T>[] {
  const list = sortPlaced(items)
  const step = direccion === 'up' ? -1 : 1
  const from = list.findIndex((item) => item.id === id)
  const to = vecinoId === undefined ? from + step : list.findIndex((item) => item.id === vecinoId)
  const moved = list[from]
  if (moved && list[to] && Math.sign(to - from) === step) {
    return numberFromOne(list.toSpliced(from, 1).toSpliced(to, 0, moved))
  }
  if (vecinoId === undefined) return []
  throw new Problem('orden.changed')
}

/**
 * Puts an item before another one of its list, or last when `antesDe` is null, and numbers the list from 1. Returns only the items
 * whose `orden` changed. Throws `orden.changed` when one of the two is not placed in the list any more.
 */
export function putBefore<T extends Ordered>(items: readonly T[], id: string, antesDe: string | null): Placed<T>[] {
  const list = sortPlaced(items)
  const moved = list.find((item) => item.id === id)
  const others = list.filter((item) => item.id !== id)
  const at = antesDe === null ? others.length : others.findIndex((item) => item.id === antesDe)
  if (!moved || at === -1) throw new Problem('orden.changed')
  return numberFromOne(others.toSpliced(at, 0, moved))
}
