import type { EstadoMarca } from './calificacion.ts'
import type { Dia } from './dia.ts'
import type { Retiro } from './retiro.ts'
import type { Actor } from './actor.ts'
import type { Estatus } from './estatus.ts'
import type { Regla } from './metodo.ts'
import { joinNombres } from './plural.ts'

/** A judge. `dias` and `categorias` (ids) say what the judge is assigned to; both null: the whole event. */
export interface Juez {
  readonly id: string
  readonly nombre: string
  readonly activo: boolean
  /** Head judge. */
  readonly principal: boolean
  readonly dias: readonly Dia[] | null
  readonly categorias: readonly string[] | null
}

/** The fields of a category that decide which judges are assigned to it. */
export interface AsignableCategoria {
  readonly id: string
  readonly dia: Dia | null
}

/** Whether a judge is assigned to a category. */
export function isAsignado(
  { dias, categorias }: Pick<Juez, 'dias' | 'categorias'>,
  categoria: AsignableCategoria,
): boolean {
  if (dias === null && categorias === null) return true
  const byDia = categoria.dia !== null && dias?.includes(categoria.dia)
  return Boolean(byDia) || Boolean(categorias?.includes(categoria.id))
}

/** The judge of an audience; `undefined` for all other actors. */
export function judgeOf(jueces: readonly Juez[], audience: Actor): Juez | undefined {
  return audience.role === 'juez' ? jueces.find(({ id }) => id === audience.id) : undefined
}

/** The head judge of an audience; `undefined` for all other actors. */
export function headJudgeOf(jueces: readonly Juez[], audience: Actor): Juez | undefined {
  const juez = judgeOf(jueces, audience)
  return juez?.principal ? juez : undefined
}

/** Sorts judges by name. */
export function sortByNombre<T extends Pick<Juez, 'nombre'>>(jueces: readonly T[]): T[] {
  return jueces.toSorted((a, b) => a.nombre.localeCompare(b.nombre, 'es'))
}

/** A stored mark: its judge and its state. */
export interface MarcaDeJuez {
  readonly juezId: string
  readonly juez: string
  readonly estado: EstadoMarca
}

/** The fields of an entry that decide whether its marks are complete. */
export interface Juzgado {
  readonly orden: number | null
  readonly retiro: Retiro | null
  readonly marcas: readonly MarcaDeJuez[]
}

/** A member of a panel. */
export type Miembro = Pick<Juez, 'id' | 'nombre'>

/** The active judges assigned to a category. */
export function listAsignados<J extends Juez>(jueces: readonly J[], categoria: AsignableCategoria): J[] {
  return jueces.filter((juez) => juez.activo && isAsignado(juez, categoria))
}

/** The judges whose marks a category can miss: those of its panel that it counts. */
export function listEsperados<J extends Juez>(
  jueces: readonly J[],
  { panel, excluidos }: Pick<Regla, 'panel' | 'excluidos'>,
): readonly J[] {
  return jueces.filter(({ id }) => panel.includes(id) && !excluidos.includes(id))
}

/**
 * The panel of an entry: the active judges assigned to its category, by name. Without such judges (imported marks): the
 * judges who marked the entry.
 */
export function panelOf(
  jueces: readonly Juez[],
  categoria: AsignableCategoria,
  marcas: readonly MarcaDeJuez[],
): Miembro[] {
  const asignados = listAsignados(jueces, categoria)
  const panel = asignados.length > 0 ? asignados : marcas.map(({ juezId, juez }) => ({ id: juezId, nombre: juez }))
  return sortByNombre(panel).map(({ id, nombre }) => ({ id, nombre }))
}

/**
 * The missing judges of an entry: those of its panel without a sent mark, and those whose mark is reopened, also when they left
 * the panel. Empty for a withdrawn entry.
 */
export function listMissingJueces(
  jueces: readonly Juez[],
  categoria: AsignableCategoria,
  { retiro, marcas }: Juzgado,
): Miembro[] {
  if (retiro) return []
  const panel = panelOf(jueces, categoria, marcas)
  const enviadas = new Set(marcas.filter(({ estado }) => estado === 'enviada').map(({ juezId }) => juezId))
  const others = marcas
    .filter(({ juezId, estado }) => estado === 'reabierta' && !panel.some(({ id }) => id === juezId))
    .map(({ juezId, juez }) => ({ id: juezId, nombre: juez }))
  return sortByNombre([...panel.filter(({ id }) => !enviadas.has(id)), ...others])
}

/**
 * The missing judges that the desk names for an entry: none while the entry waits. The turn of its own day counts, also on a
 * day that is not active: before the first turn the desk names no judge, after the last one it names all.
 */
export function listReclamados<M>(estatus: Estatus, faltan: readonly M[]): readonly M[] {
  return estatus === 'Espera' ? [] : faltan
}

/** The number of judges of the entry that has the most: those that sent a mark of it, and those that owe it. */
export function mostJueces(
  entries: readonly {
    readonly calificaciones: readonly { readonly juezId: string }[]
    readonly faltan: readonly { readonly id: string }[]
  }[],
): number {
  const countOf = ({ calificaciones, faltan }: (typeof entries)[number]): number =>
    new Set([...calificaciones.map(({ juezId }) => juezId), ...faltan.map(({ id }) => id)]).size
  return Math.max(0, ...entries.map(countOf))
}

/** `Falta Ana.`, `Faltan Ana y Luis.`, `Faltan Ana, Luis y Mar.`; empty when no judge is missing. */
export function faltanText(faltan: readonly Pick<Miembro, 'nombre'>[]): string {
  if (faltan.length === 0) return ''
  return `${faltan.length === 1 ? 'Falta' : 'Faltan'} ${joinNombres(faltan.map(({ nombre }) => nombre))}.`
}

/** Whether an entry has a place in the ranking of its category: it has an order and competes. */
export const isRanked = ({ orden, retiro }: Juzgado): boolean => orden !== null && retiro === null
