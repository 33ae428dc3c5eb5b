/** Local times that a person types, in the zone of the event. */

import { formatHora, offsetAt, toLocalInput } from './hora.ts'

/**
 * Converts a `datetime-local` value in a zone to an instant (ms). `null` when the value is no date, or its year is before
 * 1900, because the person is still typing it.
 * An hour that the zone skips becomes the hour after the gap. An hour that occurs twice is the first of the two.
 */
export function fromLocalInput(value: string, zona: string): number | null {
  const [first, last] = instantsOf(value, zona)
  if (first === undefined || last === undefined) return null
  return isAt(value, first, zona) ? first : last
}

/** Adds to the message of a form a notice for each saved `datetime-local` value that a clock change skips or repeats. */
export function conAvisos(mensaje: string, values: readonly string[], zona: string): string {
  return [mensaje, ...new Set(values.flatMap((value) => avisoDeHora(value, zona) ?? []))].join(' ')
}

function avisoDeHora(value: string, zona: string): string | null {
  const saved = fromLocalInput(value, zona)
  if (saved === null) return null
  if (!isAt(value, saved, zona)) return `Esa hora no existe esa noche: se guardó ${formatHora(saved, zona)}.`
  const isRepeated = instantsOf(value, zona).some((instant) => instant !== saved && isAt(value, instant, zona))
  return isRepeated ? 'Esa hora se repite: se guardó la primera.' : null
}

/** The instants that a `datetime-local` value means with the offset of the day before and of the day after, in order. */
function instantsOf(value: string, zona: string): number[] {
  if (!/^(19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(value)) return []
  const wall = Date.parse(`${value}Z`)
  // `Date.parse` reads 30 February as a day in March.
  if (Number.isNaN(wall) || !isAt(value, wall, 'UTC')) return []
  return [-86_400_000, 86_400_000].map((days) => wall - offsetAt(wall + days, zona)).toSorted((a, b) => a - b)
}

function isAt(value: string, instant: number, zona: string): boolean {
  return value.startsWith(toLocalInput(instant, zona))
}
