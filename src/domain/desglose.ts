import { centesimasOf, formatPuntos, isNumero, type Centesimas } from './calificacion.ts'
import { ESCALA_DEFAULT } from './escala.ts'
import { totalOf, type CompetidorCalificado, type Marca } from './resultados.ts'

/** What the marks of one judge add to the total of an entry. */
interface Aporte {
  readonly puntos: Centesimas
  /** The total of the judge is not a number: it is shown unchanged and counts zero. */
  readonly sinNumero: boolean
}

/** The arithmetic of a total: `suma` of the marks, minus `penalizado`, is `total`. */
export interface Desglose<M extends Marca = Marca> {
  readonly aportes: readonly (M & Aporte)[]
  readonly suma: Centesimas
  readonly penalizado: Centesimas
  readonly total: Centesimas
}

/** Computes the total of an entry from its marks and penalties. The results are ranked by the same `total`. */
export function desgloseOf<M extends Marca>(
  calificado: Pick<CompetidorCalificado, 'penalizaciones'> & { readonly marcas: readonly M[] },
): Desglose<M> {
  const { marcas } = calificado
  const aportes = marcas.map((marca) => ({
    ...marca,
    puntos: centesimasOf(marca.l_calificacion),
    sinNumero: !isNumero(marca.l_calificacion ?? ''),
  }))
  const suma = aportes.reduce((sum, { puntos }) => sum + puntos, 0)
  const total = totalOf(calificado)
  return { aportes, suma, penalizado: suma - total, total }
}

/** A mark as a fraction of `maximo`, the highest mark of its scale: from 0 to 1, also for a mark off the scale. */
export function alcanceOf(texto: string | null | undefined, maximo: Centesimas = ESCALA_DEFAULT.maximo): number {
  return Math.min(1, Math.max(0, centesimasOf(texto) / maximo))
}

/** The text of a mark on screen: a number with two decimals, another text unchanged, an empty one as a dash. */
export function formatMarca(texto: string | null | undefined): string {
  if (!texto?.trim()) return '–'
  return isNumero(texto) ? formatPuntos(centesimasOf(texto)) : texto.trim()
}
