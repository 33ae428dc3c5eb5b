/** Something with a place in a list. `null` is not placed: it counts for nothing until it is. */
export interface Ordered {
  readonly id: string
  readonly orden: number | null
}

export type Direction = 'up' | 'down'

type Placed<T> = T & { readonly orden: number }

/** In order, those without a place last. Equal numbers (real data has them) keep the order of their ids. */
export function sortByOrden<T extends Ordered>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => (a.orden ?? Infinity) - (b.orden ?? Infinity) || (a.id < b.id ? -1 : 1))
}

/** The items that have a place, in order. */
export function sortPlaced<T extends Ordered>(items: readonly T[]): Placed<T>[] {
  return sortByOrden(items.filter((item): item is Placed<T> => item.orden !== null))
}

/**
 * Swaps an item with its neighbour and renumbers the list from 1.
 *
 * Returns only the items whose `orden` changed, so a caller writes no more than it must.
 * Empty when nothing can move: the first going up, the last going down, an unknown or unplaced id.
 */
export function move<T extends Ordered>(items: readonly T[], id: string, direction: Direction): Placed<T>[] {
  const list = sortPlaced(items)
  const from = list.findIndex((item) => item.id === id)
  const to = direction === 'up' ? from - 1 : from + 1
  const moved = list[from]
  const neighbour = list[to]
  return moved && neighbour ? changedOf(list.with(from, neighbour).with(to, moved)) : []
}

/** Numbers a list 1..n, leaving out an item that goes. Returns only the items whose `orden` changed. */
export function renumber<T extends Ordered>(items: readonly T[], without?: string): Placed<T>[] {
  return changedOf(sortPlaced(items).filter((item) => item.id !== without))
}

/** Puts an item last and numbers the list 1..n. Returns only the items whose `orden` changed. */
export function placeLast<T extends Ordered>(items: readonly T[], id: string): Placed<T>[] {
  const item = items.find((one) => one.id === id)
  if (!item) return []
  const others = sortPlaced(items).filter((one) => one.id !== id)
  return changedOf([...others, { ...item, orden: item.orden ?? 0 }])
}

/**
 * Moves an item past a neighbour that may stand further away, and renumbers the list from 1: a person moves a row past
 * the one that they see, over those that a search hides. `null` when the neighbour is not on that side any more.
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
  return changedOf(list.toSpliced(from, 1).toSpliced(to, 0, moved))
}

function changedOf<T extends Ordered>(list: readonly Placed<T>[]): Placed<T>[] {
  return list.flatMap((item, index) => (item.orden === index + 1 ? [] : [{ ...item, orden: index + 1 }]))
}
