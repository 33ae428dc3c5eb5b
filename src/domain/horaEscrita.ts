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

const HORAS_12 = 43_200_000

/** The next instant after `now` at which the clock of a zone shows `HH:MM`; `null` when that is not within 12 hours. */
export function proximaHora(hora: string, now: number, zona: string): number | null {
  const instant = horaDesde(hora, now + 1, zona)
  return instant !== null && instant <= now + HORAS_12 ? instant : null
}

/** The first instant at or after another one at which the clock of a zone shows `HH:MM`; `null` when that is no time. */
export function horaDesde(hora: string, desde: number, zona: string): number | null {
  // A date of 23 hours lies between two instants that are 24 hours apart.
  const fechas = [0, 1, 2, 3].map((halves) => toLocalInput(desde + halves * HORAS_12, zona).slice(0, 10))
  const instants = fechas.flatMap((fecha) => {
    const local = `${fecha}T${hora}`
    const real = instantsOf(local, zona).filter((instant) => isAt(local, instant, zona))
    return real.length > 0 ? real : (fromLocalInput(local, zona) ?? [])
  })
  return instants.toSorted((a, b) => a - b).find((instant) => instant >= desde) ?? null
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
