/** Times as the event shows them: `HH:MM`, 24 h, in the event's zone, whatever the device is set to. */

const formats = new Map<string, Intl.DateTimeFormat>()

function partsFormat(zona: string): Intl.DateTimeFormat {
  const known = formats.get(zona)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zona,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zona, format)
  return format
}

/** An instant (ms since 1970) taken apart in a zone. `fecha` is `YYYY-MM-DD`, the rest two digits each. */
export interface HoraLocal {
  readonly fecha: string
  readonly hh: string
  readonly mm: string
  readonly ss: string
}

export function localOf(instant: number, zona: string): HoraLocal {
  const [fecha = '', time = ''] = new Date(instant + offsetAt(instant, zona)).toISOString().split(/[T.]/)
  const [hh = '', mm = '', ss = ''] = time.split(':')
  return { fecha, hh, mm, ss }
}

function formatted(instant: number, zona: string): HoraLocal {
  const parts: Record<string, string> = {}
  for (const { type, value } of partsFormat(zona).formatToParts(instant)) parts[type] = value
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts
  return { fecha: `${year.padStart(4, '0')}-${month}-${day}`, hh: hour, mm: minute, ss: second }
}

export const SIN_HORA = '--:--'

/** `HH:MM` in the zone; `--:--` when there is no time to show. */
export function formatHora(instant: number | null, zona: string): string {
  if (instant === null) return SIN_HORA
  const { hh, mm } = localOf(instant, zona)
  return `${hh}:${mm}`
}

/** A day and its hour in a sentence: `10 de abril a las 12:00`. The year is said when it is not that of now. */
export function formatMomento(instant: number, zona: string, now: number): string {
  const [year, thisYear] = [instant, now].map((at) => localOf(at, zona).fecha.slice(0, 4))
  const dia = new Intl.DateTimeFormat('es-MX', {
    timeZone: zona,
    day: 'numeric',
    month: 'long',
    year: year === thisYear ? undefined : 'numeric',
  }).format(instant)
  return `${dia} a las ${formatHora(instant, zona)}`
}

/** Of when some data is: `de las 12:00`, on another day `del 10 de abril a las 12:00`. */
export function formatDesde(instant: number, zona: string, now: number): string {
  const isToday = localOf(instant, zona).fecha === localOf(now, zona).fecha
  return isToday ? `de las ${formatHora(instant, zona)}` : `del ${formatMomento(instant, zona, now)}`
}

/** What a `datetime-local` field shows for an instant: `YYYY-MM-DDTHH:MM` in the zone. */
export function toLocalInput(instant: number, zona: string): string {
  const { fecha, hh, mm } = localOf(instant, zona)
  return `${fecha}T${hh}:${mm}`
}

/**
 * The instant (ms) that a `datetime-local` value names in a zone; `null` when it names none, or a year before
 * 1900, which is a year that is still being typed.
 * An hour that the zone skips becomes the one after the gap; one that comes twice is the first.
 */
export function fromLocalInput(value: string, zona: string): number | null {
  if (!/^(19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(value)) return null
  const wall = Date.parse(`${value}Z`)
  // The thirtieth of February would be a day of March.
  if (Number.isNaN(wall) || !value.startsWith(toLocalInput(wall, 'UTC'))) return null
  const before = wall - offsetAt(wall - 86_400_000, zona)
  const after = wall - offsetAt(wall + 86_400_000, zona)
  const match = [Math.min(before, after), Math.max(before, after)].find(
    (instant) => instant + offsetAt(instant, zona) === wall,
  )
  return match ?? Math.max(before, after)
}

/** Zones change their offset on a quarter of an hour. */
const QUARTER_MS = 900_000
/** A long day has four hundred quarters. */
const OFFSETS_MAX = 2_000
const offsets = new Map<string, number>()

/**
 * How far the zone's wall clock is ahead of UTC at an instant, in ms. It is kept per quarter of an hour: a schedule of
 * 2,000 entries formats as many times at every press, and `Intl` takes most of that time.
 */
function offsetAt(instant: number, zona: string): number {
  const key = `${zona} ${Math.floor(instant / QUARTER_MS)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const { fecha, hh, mm, ss } = formatted(instant, zona)
  const offset = Date.parse(`${fecha}T${hh}:${mm}:${ss}Z`) - Math.floor(instant / 1000) * 1000
  if (offsets.size >= OFFSETS_MAX) offsets.clear()
  offsets.set(key, offset)
  return offset
}

export function isZona(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('es', { timeZone: value }))
  } catch {
    // Intl has no question to ask: an unknown zone is one it refuses to format in.
    return false
  }
}
