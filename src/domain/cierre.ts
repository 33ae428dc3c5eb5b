import {
  isRanked,
  listAsignados,
  listMissingJueces,
  panelOf,
  sortByNombre,
  type AsignableCategoria,
  type Juez,
  type Juzgado,
  type Miembro,
} from './jurado.ts'

/**
 * Closing a category makes its result final: the panel, the tie-break list with its head judges, the weights and the judges left out
 * stay as they were then (`server/calificaciones/cierre.ts`). It refuses marks, penalties, withdrawals and repetitions; orders of ties;
 * new, moved and deleted entries, and edits of an entry by its owner; another name, day, method or criteria of the category, its draw
 * and its deletion; another scale of its criteria. Marks that come later wait as late marks. Reopening makes it provisional again; while
 * the category is in its ceremony it cannot be reopened.
 */
export type EstadoResultado = 'provisional' | 'final'

/** The state of a category's result; null until there are judges. */
export function estadoOf(jueces: readonly unknown[], cierre: unknown): EstadoResultado | null {
  if (jueces.length === 0) return null
  return cierre === null ? 'provisional' : 'final'
}

/**
 * Whether closing a category needs a stated decision: a judge is missing, an entry has no panel, or the judges whose marks
 * count are not the same for every entry. Withdrawn entries and entries without order do not count.
 */
export function needsDecision(
  jueces: readonly Juez[],
  categoria: AsignableCategoria,
  entradas: readonly Juzgado[],
): boolean {
  const ranked = entradas.filter(isRanked)
  const faltan = ranked.some((entrada) => listMissingJueces(jueces, categoria, entrada).length > 0)
  const vacio = ranked.some(({ marcas }) => panelOf(jueces, categoria, marcas).length === 0)
  const calificaron = ranked.map(({ marcas }) => JSON.stringify(marcas.map(({ juezId }) => juezId).toSorted()))
  return faltan || vacio || new Set(calificaron).size > 1
}

/** The judges of a category without a sent mark for each of its ranked entries, by name. */
export function listParciales(
  jueces: readonly Juez[],
  categoria: AsignableCategoria,
  entradas: readonly Juzgado[],
): Miembro[] {
  const ranked = entradas.filter(isRanked)
  const marcas = entradas.flatMap((entrada) => entrada.marcas)
  const ids = new Set([...listAsignados(jueces, categoria).map(({ id }) => id), ...marcas.map(({ juezId }) => juezId)])
  const hasSent = (id: string, entrada: Juzgado): boolean =>
    entrada.marcas.some(({ juezId, estado }) => juezId === id && estado === 'enviada')
  const parciales = jueces.filter(({ id }) => ids.has(id) && !ranked.every((entrada) => hasSent(id, entrada)))
  return sortByNombre(parciales).map(({ id, nombre }) => ({ id, nombre }))
}

/** A category of a day, for what is left to do at the end of the day. */
interface CategoriaDeCierre {
  /** Null until there are judges. */
  readonly estado: EstadoResultado | null
  readonly competidores: readonly { readonly retiro: unknown; readonly faltan: readonly unknown[] }[]
}

/** What a day leaves open: its categories with entries that compete and that are not closed, and the marks that these miss. */
export function porCerrarDe(categorias: readonly CategoriaDeCierre[]): Record<'sinCerrar' | 'notasQueFaltan', number> {
  const abiertas = categorias.filter(
    ({ estado, competidores }) => estado === 'provisional' && competidores.some(({ retiro }) => retiro === null),
  )
  const faltan = abiertas.flatMap(({ competidores }) => competidores.flatMap((entry) => entry.faltan))
  return { sinCerrar: abiertas.length, notasQueFaltan: faltan.length }
}
