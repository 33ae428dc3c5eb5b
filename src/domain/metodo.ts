import { oneOf } from './claves.ts'

/** How the marks of the judges become places. */
export const METODOS = ['suma', 'recortada', 'mayoria'] as const
export type Metodo = (typeof METODOS)[number]

export const METODO_DEFAULT: Metodo = 'suma'

interface Rasgos {
  readonly titulo: string
  /**
   * The places that the judges gave decide, and a judge counts in the whole category or not at all. The points stay the sum of
   * all judges. Otherwise the points decide, and which totals are in them follows from the marks of the entry.
   */
  readonly porLugares: boolean
}

const RASGOS: Readonly<Record<Metodo, Rasgos>> = {
  suma: { titulo: 'Suma', porLugares: false },
  recortada: { titulo: 'Suma recortada', porLugares: false },
  mayoria: { titulo: 'Lugares por mayoría', porLugares: true },
}

export const isMetodo = oneOf(METODOS)

export function metodoTitle(metodo: Metodo): string {
  return RASGOS[metodo].titulo
}

/** Whether the places that the judges gave decide, not the points. */
export function decidesByLugares(metodo: Metodo): boolean {
  return RASGOS[metodo].porLugares
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
