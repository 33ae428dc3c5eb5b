import { centesimasOf, formatPuntos, isNumero, type Centesimas } from './calificacion.ts'
import { totalOf, type Marca } from './resultados.ts'

/** One judge's part of an entry's total. */
export interface Aporte extends Marca {
  readonly puntos: Centesimas
  /** The judge's total is not a number: it is shown as it is, and counts zero. */
  readonly sinNumero: boolean
}

/** How an entry's total comes about. */
export interface Desglose {
  readonly aportes: readonly Aporte[]
  readonly suma: Centesimas
  readonly total: Centesimas
}

/** The arithmetic from the marks to the total. Its `total` is the one that the results are ranked by. */
export function desgloseOf(marcas: readonly Marca[]): Desglose {
  const aportes = marcas.map((marca) => ({
    ...marca,
    puntos: centesimasOf(marca.l_calificacion),
    sinNumero: !isNumero(marca.l_calificacion ?? ''),
  }))
  return { aportes, suma: aportes.reduce((sum, { puntos }) => sum + puntos, 0), total: totalOf(marcas) }
}

/** The most that a criterion is marked with. */
const MARCA_MAX: Centesimas = 10_00

/** How much of the most a mark reaches, from 0 to 1. */
export function alcanceOf(texto: string | null | undefined): number {
  return Math.min(1, Math.max(0, centesimasOf(texto) / MARCA_MAX))
}

/** A mark as it is shown: a number with two decimals, anything else as it was written, nothing as a dash. */
export function formatMarca(texto: string | null | undefined): string {
  if (!texto?.trim()) return '–'
  return isNumero(texto) ? formatPuntos(centesimasOf(texto)) : texto.trim()
}
