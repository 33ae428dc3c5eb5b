import { centesimasOf, type Centesimas } from './calificacion.ts'
import { companiaOf, nombreOf } from './competidor.ts'
import { sortPlaced } from './orden.ts'

/** A judge's marks for an entry: the judge's total and each criterion, as their text. */
export interface Marca {
  readonly juez: string
  readonly l_calificacion: string | null
  readonly criterios: Readonly<Record<string, string>>
}

export interface CompetidorCalificado {
  readonly id: string
  readonly nombre: string | null
  readonly compania: string | null
  readonly orden: number | null
  readonly marcas: readonly Marca[]
}

/** One line of a category's results. */
export interface Puesto {
  readonly id: string
  readonly lugar: number
  readonly nombre: string
  readonly compania: string
  readonly puntos: Centesimas
  /** Somebody has marked it: until then its place is only an order, and crowns nobody. */
  readonly calificado: boolean
  /** Somebody else has the same points. */
  readonly empate: boolean
}

/** Marks in the order of the judges' names. */
export function byJuez<T extends Pick<Marca, 'juez'>>(marcas: readonly T[]): T[] {
  return marcas.toSorted((a, b) => a.juez.localeCompare(b.juez, 'es'))
}

/** The sum of the judges' totals; what is not a number counts zero. */
export function totalOf(marcas: readonly Marca[]): Centesimas {
  return marcas.reduce((sum, marca) => sum + centesimasOf(marca.l_calificacion), 0)
}

/** Whether anybody who is ranked has marks: before the first of them nobody leads. */
export function isCalificada(puestos: readonly Pick<Puesto, 'calificado'>[]): boolean {
  return puestos.some(({ calificado }) => calificado)
}

/**
 * A category's ranking (spec section 4): entries that have an order, by points, most first. Places are 1, 2, 3 … also where
 * points are equal: those stand in their order of turn and are marked as a tie.
 */
export function puestosOf(entradas: readonly CompetidorCalificado[]): Puesto[] {
  const ranked = sortPlaced(entradas)
    .map((entrada) => ({ entrada, puntos: totalOf(entrada.marcas) }))
    .toSorted((a, b) => b.puntos - a.puntos)
  return ranked.map(({ entrada, puntos }, index) => ({
    id: entrada.id,
    lugar: index + 1,
    nombre: nombreOf(entrada),
    compania: companiaOf(entrada),
    puntos,
    calificado: entrada.marcas.length > 0,
    empate: ranked.some((other) => other.entrada !== entrada && other.puntos === puntos),
  }))
}

/** The places of each tie of a ranking, best first. */
export function empatesOf(puestos: readonly Pick<Puesto, 'lugar' | 'puntos' | 'empate'>[]): number[][] {
  const ties = Map.groupBy(
    puestos.filter(({ empate }) => empate),
    ({ puntos }) => puntos,
  )
  return Array.from(ties.values(), (tied) => tied.map(({ lugar }) => lugar))
}

/**
 * How an entry is named in the address of its detail: by its name, and by its id where the name is empty or shared in the category.
 */
export function nombreEnRuta(
  entrada: { readonly id: string; readonly nombre: string | null },
  category: readonly { readonly nombre: string | null }[],
): string {
  const shared = category.filter((other) => other.nombre === entrada.nombre).length > 1
  return entrada.nombre && !shared ? entrada.nombre : entrada.id
}
