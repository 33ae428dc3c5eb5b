import { DIAS, type Dia } from './dia.ts'

/** An item with a position in a list. `null`: not placed; it takes part in no order until it is. */
export interface Ordered {
  readonly id: string
  readonly orden: number | null
}

export type Direction = 'up' | 'down'

export type Placed<T> = T & { readonly orden: number }

/** Sorts by `orden`, items without one last. Items with the same `orden`, which imports contain, sort by id. */
export function sortByOrden<T extends Ordered>(items: readonly T[]): T[] {
  return items.toSorted(byOrden)
}

/** Compares two different items for `sortByOrden`. */
export function byOrden(a: Ordered, b: Ordered): number {
  return (a.orden ?? Infinity) - (b.orden ?? Infinity) || (a.id < b.id ? -1 : 1)
}

/** Sorts the categories of several days: by day, then as `sortByOrden`. */
export function sortByDia<T extends Ordered & { readonly dia: Dia }>(categorias: readonly T[]): T[] {
  return sortByOrden(categorias).toSorted((a, b) => DIAS.indexOf(a.dia) - DIAS.indexOf(b.dia))
}

/** The items that have an `orden`, sorted by it. */
export function sortPlaced<T extends Ordered>(items: readonly T[]): Placed<T>[] {
  return sortByOrden(items.filter((item): item is Placed<T> => item.orden !== null))
}

/**
 * Swaps an item with its neighbour and renumbers the list from 1.
 *
 * Returns only the items whose `orden` changed. Empty when nothing can move: the first item up, the last item down, an
 * unknown or unplaced id.
 */
export function move<T extends Ordered>(items: readonly T[], id: string, direction: Direction): Placed<T>[] {
  const list = sortPlaced(items)
  const from = list.findIndex((item) => item.id === id)
  const to = direction === 'up' ? from - 1 : from + 1
  const moved = list[from]
  const neighbour = list[to]
  return moved && neighbour ? numberFromOne(list.with(from, neighbour).with(to, moved)) : []
}

/** Numbers a list 1..n, omitting the item `without`. Returns only the items whose `orden` changed. */
export function renumber<T extends Ordered>(items: readonly T[], without?: string): Placed<T>[] {
  return numberFromOne(sortPlaced(items).filter((item) => item.id !== without))
}

/** Puts an item last and numbers the list 1..n. Returns only the items whose `orden` changed. */
export function placeLast<T extends Ordered>(items: readonly T[], id: string): Placed<T>[] {
  const item = items.find((one) => one.id === id)
  if (!item) return []
  const others = sortPlaced(items).filter((one) => one.id !== id)
  return numberFromOne([...others, { ...item, orden: item.orden ?? 0 }])
}

/**
 * Moves an item past another one and renumbers the list from 1. A search hides rows, so the visible neighbour of a row may
 * be further away in the list. `null` when the neighbour is no longer on that side.
 */
export function movePast<T extends Ordered>(
  items: readonly T[],
  id: string,
  { direccion, vecinoId }: { readonly direccion: Direction; readonly vecinoId: string },
): Placed<T>[] | null {
  const list = sortPlaced(items)
  const from = list.findIndex((item) => item.id === id)
  const to = list.findIndex((item) => item.id === vecinoId)
  const moved = list[from]
  const isThere = direccion === 'up' ? to < from : to > from
  if (!moved || to === -1 || !isThere) return null
  return numberFromOne(list.toSpliced(from, 1).toSpliced(to, 0, moved))
}

/** Numbers a list from 1 in its order. Returns only the items whose `orden` changed. */
function numberFromOne<T extends Ordered>(list: readonly Placed<T>[]): Placed<T>[] {
  return list.flatMap((item, index) => (item.orden === index + 1 ? [] : [{ ...item, orden: index + 1 }]))
}
