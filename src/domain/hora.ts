/** Times in the zone of the event, `HH:MM` in 24 hours. The zone of the device has no effect. */

/** An instant in a zone. `fecha` is `YYYY-MM-DD`; the other fields have two digits. */
export interface FechaHoraLocal {
  readonly fecha: string
  readonly hh: string
  readonly mm: string
  readonly ss: string
}

/** Converts an instant (ms since 1970) to date and time in a zone. */
export function localOf(instant: number, zona: string): FechaHoraLocal {
  const [fecha = '', time = ''] = new Date(instant + offsetAt(instant, zona)).toISOString().split(/[T.]/)
  const [hh = '', mm = '', ss = ''] = time.split(':')
  return { fecha, hh, mm, ss }
}

/** `2025-04-10 20:50`, as papers say when they were printed. */
export function fechaHoraText(instant: number, zona: string): string {
  const { fecha, hh, mm } = localOf(instant, zona)
  return `${fecha} ${hh}:${mm}`
}

export const SIN_HORA = '--:--'

/** `HH:MM` in the zone; `--:--` for `null`. */
export function formatHora(instant: number | null, zona: string): string {
  if (instant === null) return SIN_HORA
  const { hh, mm } = localOf(instant, zona)
  return `${hh}:${mm}`
}

/** The article of a time of day within a sentence: `la 01:30`, `las 12:00`. */
export function conArticulo(hora: string): string {
  return `${hora.startsWith('01:') ? 'la' : 'las'} ${hora}`
}

/** When a break ends: `seguimos a las 12:00`. */
export function seguimosText(fin: number | null, zona: string): string {
  return `seguimos a las ${formatHora(fin, zona)}`
}

/** Date and time within a sentence: `10 de abril a las 12:00`. Includes the year when it is not the current one. */
export function formatMomento(instant: number, zona: string, now: number): string {
  const [year, thisYear] = [instant, now].map((at) => localOf(at, zona).fecha.slice(0, 4))
  const dia = new Intl.DateTimeFormat('es-MX', {
    timeZone: zona,
    day: 'numeric',
    month: 'long',
    year: year === thisYear ? undefined : 'numeric',
  }).format(instant)
  return `${dia} a ${conArticulo(formatHora(instant, zona))}`
}

/** The time of some data within a sentence: `de las 12:00`, or `del 10 de abril a las 12:00` on another day. */
export function formatDesde(instant: number, zona: string, now: number): string {
  const isToday = localOf(instant, zona).fecha === localOf(now, zona).fecha
  return isToday ? `de ${conArticulo(formatHora(instant, zona))}` : `del ${formatMomento(instant, zona, now)}`
}

/** The value of a `datetime-local` field for an instant: `YYYY-MM-DDTHH:MM` in the zone. */
export function toLocalInput(instant: number, zona: string): string {
  const { fecha, hh, mm } = localOf(instant, zona)
  return `${fecha}T${hh}:${mm}`
}

/** Whether the clock of a zone goes back between two instants. */
export function isSetBack(before: number, after: number, zona: string): boolean {
  return before < after && offsetAt(after, zona) < offsetAt(before, zona)
}

/** Zones change their offset only on a quarter of an hour. */
const QUARTER_MS = 900_000
/** Limit of the cache. One long day uses about four hundred. */
const OFFSETS_MAX = 2_000
const offsets = new Map<string, number>()

/**
 * The offset of a zone from UTC at an instant, in ms. Cached per quarter of an hour: a schedule of 2,000 entries formats
 * 2,000 times at every change of the turn, and `Intl` is slow.
 */
export function offsetAt(instant: number, zona: string): number {
  const key = `${zona} ${Math.floor(instant / QUARTER_MS)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const offset = computeOffset(instant, zona)
  if (offsets.size >= OFFSETS_MAX) offsets.clear()
  offsets.set(key, offset)
  return offset
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The offset from UTC, in ms, as `Intl` gives it: `GMT-06:00`, with seconds before zones were counted in hours. */
function computeOffset(instant: number, zona: string): number {
  const format = formats.get(zona) ?? new Intl.DateTimeFormat('en', { timeZone: zona, timeZoneName: 'longOffset' })
  formats.set(zona, format)
  const [, sign, hh = '', mm = '', ss = ''] = /([+-])(\d\d):(\d\d):?(\d\d)?$/.exec(format.format(instant)) ?? []
  const seconds = (Number(hh) * 60 + Number(mm)) * 60 + Number(ss)
  return (sign === '-' ? -1 : 1) * seconds * 1_000
}

export function isZona(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('es', { timeZone: value }))
  } catch {
    // Intl has no test for a zone: its constructor throws for an unknown one.
    return false
  }
}
