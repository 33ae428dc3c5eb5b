import { type Direction, type Ordered, sortPlaced } from './orden.ts'

/** Exchanges an item of a list with its neighbour. Returns the same order when there is none. */
export function stepInList<T>(list: readonly T[], item: T, direccion: Direction): T[] {
  const at = list.indexOf(item)
  const to = direccion === 'up' ? at - 1 : at + 1
  const neighbour = list[to]
  return at < 0 || neighbour === undefined ? [...list] : list.with(at, neighbour).with(to, item)
}

/** A place in a list, from 1, and the number of its places. */
export interface Lugar {
  readonly lugar: number
  readonly de: number
}

/** The place of an item among those that have an `orden`. */
export function lugarOf(items: readonly Ordered[], id: string): Lugar {
  const placed = sortPlaced(items)
  return { lugar: placed.findIndex((item) => item.id === id) + 1, de: placed.length }
}

/** `Ana: lugar 2 de 9.`, for a screen reader after a move. */
export function lugarText(nombre: string, { lugar, de }: Lugar): string {
  return `${nombre}: lugar ${lugar} de ${de}.`
}
