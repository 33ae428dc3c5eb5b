import { countOf } from './plural.ts'

/** Points are kept as whole hundredths, so that sums are exact. */
export type Centesimas = number

/** What counts as a number in a mark's text: digits with an optional sign and decimal point, nothing around it but space. */
const NUMERO = /^\s*([+-]?)(\d*)\.?(\d*)\s*$/

/** Whether a mark's text counts as a number. What does not is shown as it is and counts zero. */
export function isNumero(texto: string): boolean {
  return /\d/.test(texto) && NUMERO.test(texto)
}

/** Reads a mark (`'51.05'`) in hundredths, rounded half away from zero. What is not a number counts zero. */
export function centesimasOf(texto: string | null | undefined): Centesimas {
  const match = texto && isNumero(texto) ? NUMERO.exec(texto) : null
  if (!match) return 0
  const [, sign = '', whole = '', decimals = ''] = match
  const hundredths =
    Number(`${whole || '0'}${decimals.padEnd(2, '0').slice(0, 2)}`) + (Number(decimals[2] ?? '0') >= 5 ? 1 : 0)
  return sign === '-' ? 0 - hundredths : hundredths
}

/** Points as they are shown: two decimals, U+2212 for minus. */
export function formatPuntos(puntos: Centesimas): string {
  return (puntos / 100).toFixed(2).replace('-', '\u2212')
}

/** One line for who has scored an entry: `2 jueces: Amparo (51.05), Bruno (9.80)`, `1 juez: …`, or `Sin calificación`. */
export function resumenOf(calificaciones: readonly { readonly juez: string; readonly total: string }[]): string {
  if (calificaciones.length === 0) return 'Sin calificación'
  return `${countOf(calificaciones.length, 'juez', 'jueces')}: ${calificaciones.map(({ juez, total }) => `${juez} (${total || '–'})`).join(', ')}`
}
