import type { Direction } from './orden.ts'

/** Exchanges an item of a list with its neighbour. Returns the same order when there is none. */
export function stepInList<T>(list: readonly T[], item: T, direccion: Direction): T[] {
  const at = list.indexOf(item)
  const to = direccion === 'up' ? at - 1 : at + 1
  const neighbour = list[to]
  return at < 0 || neighbour === undefined ? [...list] : list.with(at, neighbour).with(to, item)
}
