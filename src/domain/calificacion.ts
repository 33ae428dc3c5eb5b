import { formatCount } from './plural.ts'

/** Points as whole hundredths, so that sums are exact. */
export type Centesimas = number

/** The highest mark of a criterion, unless a scale says another. */
export const MAXIMO_DEFAULT: Centesimas = 10_00

/** A sent mark is read-only. A reopened one counts as it is until its judge sends it again. */
export type EstadoMarca = 'enviada' | 'reabierta'

/** A number in the text of a mark: digits with an optional sign and decimal point, and spaces around. */
const NUMERO = /^\s*([+-]?)(\d*)\.?(\d*)\s*$/

/** Whether the text of a mark is a number. Other texts are shown unchanged and count zero. */
export function isNumero(texto: string): boolean {
  return /\d/.test(texto) && NUMERO.test(texto)
}

/** Converts the text of a mark (`'51.05'`) to hundredths, half rounded away from zero. Zero when it is not a number. */
export function centesimasOf(texto: string | null | undefined): Centesimas {
  const [, sign = '', whole = '', decimals = ''] = NUMERO.exec(texto ?? '') ?? []
  const hundredths =
    Number(`${whole}${decimals.padEnd(2, '0').slice(0, 2)}`) + (Number(decimals[2] ?? '0') >= 5 ? 1 : 0)
  return sign === '-' ? 0 - hundredths : hundredths
}

/** The stored text of a sum of points: two decimals and `-` (`'68.80'`). */
export function puntosText(puntos: Centesimas): string {
  return (puntos / 100).toFixed(2)
}

/** Points with two decimals and U+2212 as the minus sign. */
export function formatPuntos(puntos: Centesimas): string {
  return puntosText(puntos).replace('-', '\u2212')
}

/** The judges of an entry and their totals: `2 jueces: Amparo (51.05), Bruno (9.80)`, `1 juez: …`, or `Sin calificación`. */
export function formatCalificaciones(
  calificaciones: readonly { readonly juez: string; readonly total: string }[],
): string {
  if (calificaciones.length === 0) return 'Sin calificación'
  return `${formatCount(calificaciones.length, 'juez', 'jueces')}: ${calificaciones.map(({ juez, total }) => `${juez} (${total || '–'})`).join(', ')}`
}

/** Points as a decimal number without trailing zeros: `10`, `0.25`. */
export function numeroText(puntos: Centesimas): string {
  return String(puntos / 100)
}
