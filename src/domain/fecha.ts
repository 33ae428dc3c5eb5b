import { DIAS, mapDias, type Dia } from './dia.ts'

/** Dates in words, and those of the calendar, `YYYY-MM-DD`. These belong to no zone. The days of the event follow each other from its Thursday. */

const UTC = 'UTC'
const DIA_MS = 24 * 60 * 60_000

/** A date in words: `viernes 4 de diciembre de 2026`. */
export function fechaText(instant: number, zona: string): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat('es-MX', { timeZone: zona, ...parts }).format(instant).replace(',', '')
}

/** The day of the week: `viernes`. */
export function diaDeSemana(instant: number, zona: string): string {
  return new Intl.DateTimeFormat('es-MX', { timeZone: zona, weekday: 'long' }).format(instant)
}

export function isFecha(value: string): boolean {
  const at = Date.parse(value)
  // A date that does not exist is read as a later one.
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}

export function isJueves(fecha: string): boolean {
  return diaDeSemana(Date.parse(fecha), UTC) === 'jueves'
}

/** `viernes 4 de diciembre de 2026`. */
export function fechaEnPalabras(fecha: string): string {
  return fechaText(Date.parse(fecha), UTC)
}

/** The date of a day of the event, from that of its Thursday; null without one. */
export function fechaDe(dia: Dia, jueves: string | undefined): string | null {
  if (!jueves) return null
  return new Date(Date.parse(jueves) + DIAS.indexOf(dia) * DIA_MS).toISOString().slice(0, 10)
}

/** A day with its date: `larga` reads `jueves 3 de diciembre`, `corta` `jue 3`. */
export type Fechas = Readonly<Record<Dia, { readonly larga: string; readonly corta: string }>>

/** The days of the event with their dates, as people read them. */
export function fechasOf(jueves: string): Fechas {
  return mapDias((dia) => {
    const fecha = Date.parse(fechaDe(dia, jueves) ?? '')
    const larga = new Intl.DateTimeFormat('es-MX', { timeZone: UTC, day: 'numeric', month: 'long' }).format(fecha)
    return { larga: `${dia} ${larga}`, corta: `${dia.slice(0, 3)} ${larga.split(' ', 1)[0]}` }
  })
}
