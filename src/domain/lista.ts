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

/**
 * The item before which an item of a list comes to a place from 1, which a person typed; null for the last place. Undefined: there
 * is no such place.
 */
export function antesDeLugar(ids: readonly string[], id: string, lugar: string): string | null | undefined {
  const others = ids.filter((one) => one !== id)
  const place = /^\d{1,6}$/.test(lugar.trim()) ? Number(lugar) : 0
  if (place < 1 || place > ids.length) return undefined
  return others[place - 1] ?? null
}
