import { centesimasOf, type Centesimas, formatPuntos, isNumero } from './calificacion.ts'
import { companiaOf, nombreOf } from './competidor.ts'
import { sortPlaced } from './orden.ts'
import type { Retiro } from './retiro.ts'
import { ESCALA_DEFAULT } from './escala.ts'

/** The marks of one judge for an entry: the total and each criterion, as stored text. */
export interface Marca {
  readonly juez: string
  readonly l_calificacion: string | null
  readonly criterios: Readonly<Record<string, string>>
}

/** Points taken from the total of an entry. */
export interface Penalizacion {
  readonly id: string
  /** Greater than 0. */
  readonly puntos: Centesimas
  readonly motivo: string
  /** Name of the administrator. */
  readonly autor: string
  /** ISO timestamp. */
  readonly fecha: string
}

export interface CompetidorCalificado {
  readonly id: string
  readonly nombre: string | null
  readonly compania: string | null
  readonly orden: number | null
  readonly marcas: readonly Marca[]
  readonly penalizaciones: readonly Penalizacion[]
  /** A withdrawn entry is not ranked. */
  readonly retiro: Retiro | null
}

/** A withdrawn entry, listed below the ranking. */
export interface Retirado {
  readonly id: string
  readonly nombre: string
  readonly compania: string
  readonly retiro: Retiro
}

/** One line of a category's results. */
export interface Puesto {
  readonly id: string
  readonly lugar: number
  readonly nombre: string
  readonly compania: string
  readonly puntos: Centesimas
  /** The entry has marks. Without any, `lugar` is only a position. */
  readonly calificado: boolean
  /** Another entry of the category has the same points. */
  readonly empate: boolean
}

/** Sorts marks by the name of the judge. */
export function sortByJuez<T extends Pick<Marca, 'juez'>>(marcas: readonly T[]): T[] {
  return marcas.toSorted((a, b) => a.juez.localeCompare(b.juez, 'es'))
}

/** The sum of the totals of the judges minus the penalties; may be negative. A total that is not a number counts zero. */
export function totalOf({
  marcas,
  penalizaciones,
}: Pick<CompetidorCalificado, 'marcas' | 'penalizaciones'>): Centesimas {
  const suma = marcas.reduce((sum, marca) => sum + centesimasOf(marca.l_calificacion), 0)
  return suma - penalizaciones.reduce((sum, { puntos }) => sum + puntos, 0)
}

/** Whether at least one ranked entry has marks. Until then the category has no ranking. */
export function isCalificada(puestos: readonly Pick<Puesto, 'calificado'>[]): boolean {
  return puestos.some(({ calificado }) => calificado)
}

/** A penalty of a ranked entry, for the list below a ranking. */
export interface Penalizado extends Omit<Penalizacion, 'id' | 'fecha'> {
  readonly nombre: string
}

/** The penalties of the ranked entries of a category, in running order. */
export function penalizadosOf(competidores: readonly CompetidorCalificado[]): Penalizado[] {
  return sortPlaced(competidores.filter(({ retiro }) => retiro === null)).flatMap((competidor) =>
    competidor.penalizaciones.map(({ puntos, motivo, autor }) => ({
      nombre: nombreOf(competidor),
      puntos,
      motivo,
      autor,
    })),
  )
}

/** The withdrawn entries of a category that have an `orden`, in running order. */
export function retiradosOf(competidores: readonly CompetidorCalificado[]): Retirado[] {
  return sortPlaced(competidores).flatMap((competidor) => {
    const { id, retiro } = competidor
    return retiro ? [{ id, nombre: nombreOf(competidor), compania: companiaOf(competidor), retiro }] : []
  })
}

/**
 * The ranking of a category: entries that have an `orden` and compete, by points, highest first. Places are 1, 2, 3 …
 * also for equal points; tied entries keep their running order and have `empate`.
 */
export function puestosOf(competidores: readonly CompetidorCalificado[]): Puesto[] {
  const ranked = sortPlaced(competidores.filter(({ retiro }) => retiro === null))
    .map((competidor) => ({ competidor, puntos: totalOf(competidor) }))
    .toSorted((a, b) => b.puntos - a.puntos)
  return ranked.map(({ competidor, puntos }, index) => ({
    id: competidor.id,
    lugar: index + 1,
    nombre: nombreOf(competidor),
    compania: companiaOf(competidor),
    puntos,
    calificado: competidor.marcas.length > 0,
    empate: ranked.some((other) => other.competidor !== competidor && other.puntos === puntos),
  }))
}

/** A line of a ranking. Place and points are null while a judge may not see them. */
interface RankingLine extends Pick<Puesto, 'empate'> {
  readonly lugar: number | null
  readonly puntos: Centesimas | null
}

/** For each tie, the places of its entries, best first: `[[1, 2], [4, 5, 6]]`. */
export function empatesOf(puestos: readonly RankingLine[]): number[][] {
  const tied = puestos.filter(({ empate }) => empate)
  const points = new Set(tied.map(({ puntos }) => puntos))
  return Array.from(points, (puntos) => tied.filter((one) => one.puntos === puntos).flatMap(({ lugar }) => lugar ?? []))
}

/** The segment of an entry in the address of its detail: the name, or the id when the name is empty or not unique in the category. */
export function nombreEnRuta(
  competidor: { readonly id: string; readonly nombre: string | null },
  category: readonly { readonly nombre: string | null }[],
): string {
  const shared = category.filter((other) => other.nombre === competidor.nombre).length > 1
  return competidor.nombre && !shared ? competidor.nombre : competidor.id
}

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
