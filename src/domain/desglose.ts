import { centesimasOf, formatPuntos, isNumero, type Centesimas } from './calificacion.ts'
import { totalOf, type Marca } from './resultados.ts'

/** The marks of one judge and the points that they add to the total of an entry. */
export interface Aporte extends Marca {
  readonly puntos: Centesimas
  /** The total of the judge is not a number: it is shown unchanged and counts zero. */
  readonly sinNumero: boolean
}

/** The total of an entry and the points of each judge in it. */
export interface Desglose {
  readonly aportes: readonly Aporte[]
  readonly suma: Centesimas
  readonly total: Centesimas
}

/** Computes the total of an entry from its marks. The results are ranked by the same `total`. */
export function desgloseOf(marcas: readonly Marca[]): Desglose {
  const aportes = marcas.map((marca) => ({
    ...marca,
    puntos: centesimasOf(marca.l_calificacion),
    sinNumero: !isNumero(marca.l_calificacion ?? ''),
  }))
  return { aportes, suma: aportes.reduce((sum, { puntos }) => sum + puntos, 0), total: totalOf(marcas) }
}

/** The highest mark of a criterion. */
const MARCA_MAX: Centesimas = 10_00

/** A mark as a fraction of the highest mark, from 0 to 1. */
export function alcanceOf(texto: string | null | undefined): number {
  return Math.min(1, Math.max(0, centesimasOf(texto) / MARCA_MAX))
}

/** The text of a mark on screen: a number with two decimals, another text unchanged, an empty one as a dash. */
export function formatMarca(texto: string | null | undefined): string {
  if (!texto?.trim()) return '–'
  return isNumero(texto) ? formatPuntos(centesimasOf(texto)) : texto.trim()
}
