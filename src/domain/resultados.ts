import { centesimasOf, type Centesimas, formatPuntos, isNumero, MAXIMO_DEFAULT } from './calificacion.ts'
import { nfc } from './categoria.ts'
import { companiaOf, nombreOf, type Competidor } from './competidor.ts'
import { decidesByLugares, METODO_DEFAULT, type Metodo } from './metodo.ts'
import { sortPlaced } from './orden.ts'
import { penalizadoOf, type Penalizacion } from './penalizacion.ts'
import type { Retiro } from './retiro.ts'

/** The marks of one judge for an entry: the total and each criterion, as stored text. */
export interface Marca {
  readonly juezId: string
  /** Name of the judge. */
  readonly juez: string
  readonly l_calificacion: string | null
  readonly criterios: Readonly<Record<string, string>>
}

export interface CompetidorCalificado extends Pick<Competidor, 'id' | 'nombre' | 'compania' | 'orden'> {
  readonly marcas: readonly Marca[]
  readonly penalizaciones: readonly Penalizacion[]
  /** A withdrawn entry is not ranked. */
  readonly retiro: Retiro | null
}

/** A withdrawn entry, listed below the ranking. */
export interface Retirado extends Pick<Puesto, 'id' | 'nombre' | 'compania'> {
  readonly retiro: Retiro
}

/** One line of a category's results. */
export interface Puesto {
  readonly id: string
  /** Null for an entry without marks. */
  readonly lugar: number | null
  readonly nombre: string
  readonly compania: string
  /**
   * The totals of the judges minus the penalties. With `recortada` without the totals that do not count. Null for an entry
   * without marks.
   */
  readonly puntos: Centesimas | null
  /** The judges that marked the entry, of those that should have: its panel and those that sent a mark of it. */
  readonly calificaron: JuecesDeEntrada
  /** Still tied after the tie-break list and the orders by hand. */
  readonly empate: boolean
  /** Sentences that explain the place. */
  readonly razones: readonly string[]
}

export interface JuecesDeEntrada {
  readonly marcaron: number
  readonly de: number
}

/** `2 de 3 jueces`; null when no judge is missing, and for an entry without marks, which says `Sin calificar`. */
export function juecesText({ marcaron, de }: JuecesDeEntrada): string | null {
  return marcaron === 0 || marcaron === de ? null : `${marcaron} de ${de} jueces`
}

/** The effect of the mark of a judge for an entry. */
export interface Efecto {
  /** False for a dropped total of `recortada`, and with `mayoria` for a judge that does not count. */
  readonly cuenta: boolean
  /** The place that the mark gave with `mayoria`: 2.5 where places are shared. Null where it gave none. */
  readonly lugar: number | null
  /** The closing of the category left its judge out: the mark is in no sum. */
  readonly excluido?: true
}

/** The results of a category. */
export interface Resultado {
  /** Best first. Entries without marks are last, in running order. */
  readonly puestos: readonly Puesto[]
  /**
   * Groups of entries that the method and the tie-break list leave equal, in the order of their places. `autor`: the organiser
   * who ordered the group by hand; null: still tied.
   */
  readonly empates: readonly { readonly ids: readonly string[]; readonly autor: string | null }[]
  /** With `mayoria`, the judges that do not count, by name. */
  readonly sinContar: readonly { readonly id: string; readonly nombre: string }[]
  readonly efectoOf: (competidorId: string, juezId: string) => Efecto
}

/** Sorts marks by the name of the judge. Judges of one name sort by id. */
export function sortByJuez<T extends Pick<Marca, 'juez' | 'juezId'>>(marcas: readonly T[]): T[] {
  return marcas.toSorted((a, b) => a.juez.localeCompare(b.juez, 'es') || (a.juezId < b.juezId ? -1 : 1))
}

/** The marks and penalties of an entry, as far as its points need them. */
interface Sumandos {
  readonly marcas: readonly Pick<Marca, 'l_calificacion'>[]
  readonly penalizaciones: readonly Penalizacion[]
}

/** The sum of the totals of the judges minus the penalties; may be negative. A total that is not a number counts zero. */
export function totalOf({ marcas, penalizaciones }: Sumandos): Centesimas {
  const suma = marcas.reduce((sum, marca) => sum + centesimasOf(marca.l_calificacion), 0)
  return suma - penalizadoOf(penalizaciones)
}

/** Whether at least one entry has a place. Until then the category has no ranking. */
export function isCalificada(puestos: readonly Pick<Puesto, 'lugar'>[]): boolean {
  return puestos.some(({ lugar }) => lugar !== null)
}

/** The withdrawn entries of a category that have an `orden`, in running order. */
export function retiradosOf(competidores: readonly CompetidorCalificado[]): Retirado[] {
  return sortPlaced(competidores).flatMap((competidor) => {
    const { id, retiro } = competidor
    return retiro ? [{ id, nombre: nombreOf(competidor), compania: companiaOf(competidor), retiro }] : []
  })
}

/**
 * The segment of each entry (id) of a category in the address of its detail: the name, or the id when the name is empty or not
 * unique in the category.
 */
export function rutasOf(
  competidores: readonly { readonly id: string; readonly nombre: string | null }[],
): ReadonlyMap<string, string> {
  const byNombre = Map.groupBy(competidores, ({ nombre }) => nfc(nombre ?? ''))
  return new Map(
    [...byNombre.values()].flatMap((iguales) =>
      iguales.map(({ id, nombre }) => [id, nombre && iguales.length === 1 ? nombre : id] as const),
    ),
  )
}

/** The part of one judge in the total of an entry. */
interface Aporte extends Efecto {
  readonly puntos: Centesimas
  /** The total of the judge is not a number: it is shown unchanged and counts zero. */
  readonly sinNumero: boolean
  /** It is in the sum. With `mayoria` so is the total of a judge that does not count. */
  readonly sumado: boolean
}

/** The arithmetic of a total: `suma`, minus `penalizado`, is `total`. */
export interface Desglose<M> {
  readonly aportes: readonly (M & Aporte)[]
  /** The number of marks in `suma`. */
  readonly sumados: number
  /** The sum of the marks that count; with `mayoria`, where the points decide no place, of all marks but excluded ones. */
  readonly suma: Centesimas
  readonly penalizado: Centesimas
  readonly total: Centesimas
}

/** The effects of the marks of an entry by the method of its category. */
interface Conteo<M> {
  readonly metodo: Metodo
  readonly efectoOf: (marca: M) => Efecto
}

/** The effect of a mark where every mark counts and none gives a place. */
export const CUENTA: Efecto = { cuenta: true, lugar: null }

/** The effect of a mark of a judge that the closing left out. */
export const EXCLUIDO: Efecto = { cuenta: false, lugar: null, excluido: true }

/** Computes the total of an entry from its marks and penalties: the same number as the `puntos` of its results. */
export function desgloseOf<M extends Pick<Marca, 'l_calificacion'>>(
  { marcas, penalizaciones }: Pick<Sumandos, 'penalizaciones'> & { readonly marcas: readonly M[] },
  { metodo, efectoOf }: Conteo<M> = { metodo: METODO_DEFAULT, efectoOf: () => CUENTA },
): Desglose<M> {
  const aportes = marcas.map((marca) => {
    const efecto = efectoOf(marca)
    return {
      ...marca,
      ...efecto,
      puntos: centesimasOf(marca.l_calificacion),
      sinNumero: !isNumero(marca.l_calificacion ?? ''),
      sumado: !efecto.excluido && (efecto.cuenta || decidesByLugares(metodo)),
    }
  })
  const sumados = aportes.filter(({ sumado }) => sumado)
  const suma = sumados.reduce((sum, { puntos }) => sum + puntos, 0)
  const penalizado = penalizadoOf(penalizaciones)
  return { aportes, sumados: sumados.length, suma, penalizado, total: suma - penalizado }
}

/** A mark as a fraction of `maximo`, the highest mark of its scale: from 0 to 1, also for a mark off the scale. */
export function alcanceOf(texto: string | null | undefined, maximo: Centesimas = MAXIMO_DEFAULT): number {
  return Math.min(1, Math.max(0, centesimasOf(texto) / maximo))
}

/** The text of a mark on screen: a number with two decimals, another text unchanged, an empty one as a dash. */
export function formatMarca(texto: string | null | undefined): string {
  if (!texto?.trim()) return '–'
  return isNumero(texto) ? formatPuntos(centesimasOf(texto)) : texto.trim()
}
