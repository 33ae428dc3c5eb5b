import { oneOf, titleBy } from './records.ts'

/** How the marks of the judges become places. */
export const METODOS = ['suma', 'recortada', 'mayoria'] as const
export type Metodo = (typeof METODOS)[number]

export const METODO_DEFAULT: Metodo = 'suma'

export const isMetodo = oneOf(METODOS)

export const metodoTitle = titleBy<Metodo>({
  suma: 'Suma',
  recortada: 'Suma recortada',
  mayoria: 'Lugares por mayoría',
})

/**
 * Whether the places that the judges gave decide. A judge then counts in the whole category or not at all, and the points stay the
 * sum of all judges. Otherwise the points decide, and which totals are in them follows from the marks of the entry.
 */
export function decidesByLugares(metodo: Metodo): boolean {
  return metodo === 'mayoria'
}

/** An order that an organiser gave to entries that were still tied. */
export interface OrdenDeEmpate {
  /** Entries, best first. */
  readonly ids: readonly string[]
  /** Name of the organiser. */
  readonly autor: string
}

/** The rules for the places of a category. */
export interface Regla {
  readonly metodo: Metodo
  /** Elements of `ELEMENTOS`; the first one on which tied entries differ decides. */
  readonly desempate: readonly string[]
  /** Ids of the head judges. */
  readonly principales: readonly string[]
  /** Each applies to a tie of exactly its entries; others have no effect. */
  readonly empates: readonly OrdenDeEmpate[]
  /** Ids of the active judges assigned to the category; of a closed one, when it was closed. */
  readonly panel: readonly string[]
  /** Ids of the judges whose marks do not count in the category, as it was decided when it was closed. */
  readonly excluidos: readonly string[]
}

export const REGLA_DEFAULT: Regla = {
  metodo: METODO_DEFAULT,
  desempate: [],
  principales: [],
  empates: [],
  panel: [],
  excluidos: [],
}
