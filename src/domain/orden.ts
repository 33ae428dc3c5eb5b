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
  return items.toSorted((a, b) => (a.orden ?? Infinity) - (b.orden ?? Infinity) || (a.id < b.id ? -1 : 1))
}

/** Sorts the categories of several days: by day, then as `sortByOrden`. */
export function sortByDia<T extends Ordered & { readonly dia: Dia }>(categorias: readonly T[]): T[] {
  return sortByOrden(categorias).toSorted((a, b) => DIAS.indexOf(a.dia) - DIAS.indexOf(b.dia))
}

/** The items that have an `orden`, sorted by it. */
export function sortPlaced<T extends Ordered>(items: readonly T[]): Placed<T>[] {
  return sortByOrden(items.filter((item): item is Placed<T> => item.orden !== null))
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

/** Sorts the placed items by the hash of their id, and numbers them 1..n. Returns only the items whose `orden` changed. */
export function sortear<T extends Ordered>(items: readonly T[], hashOf: (item: T) => string): Placed<T>[] {
  const hashed = sortPlaced(items).map((item) => ({ item, hash: hashOf(item) }))
  return numberFromOne(hashed.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ item }) => item))
}

/** Numbers a list from 1 in its order. Returns only the items whose `orden` changed. */
export function numberFromOne<T extends Ordered>(list: readonly Placed<T>[]): Placed<T>[] {
  return list.flatMap((item, index) => (item.orden === index + 1 ? [] : [{ ...item, orden: index + 1 }]))
}
