import type { Actor } from './actor.ts'
import { foldAspecto } from './categoria.ts'
import type { Dia } from './dia.ts'

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

/** Whether a judge is assigned to a category. */
export function isAsignado(
  { dias, categorias }: Pick<Juez, 'dias' | 'categorias'>,
  categoria: { readonly id: string; readonly dia: Dia | null },
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

/** Whether another judge has this name, or a name that looks the same. */
export function hasJuez(jueces: readonly Pick<Juez, 'id' | 'nombre'>[], nombre: string, exceptId = ''): boolean {
  const wanted = foldAspecto(nombre)
  return jueces.some((juez) => juez.id !== exceptId && foldAspecto(juez.nombre) === wanted)
}

/** Sorts judges by name. */
export function sortByNombre<T extends Pick<Juez, 'nombre'>>(jueces: readonly T[]): T[] {
  return jueces.toSorted((a, b) => a.nombre.localeCompare(b.nombre, 'es'))
}
