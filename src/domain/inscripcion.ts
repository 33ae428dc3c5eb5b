import { aperturaOf, type Plazo } from './apertura.ts'
import { foldAspecto } from './categoria.ts'
import type { Competidor } from './competidor.ts'
import type { Problem } from './problem.ts'
import type { Actor } from './actor.ts'

/** The rules for entries. Without a limit, `desde` and `hasta` are null and `maximo` is 0. */
export interface Reglas extends Plazo {
  /** The limit of entries per category. */
  readonly maximo: number
}

export const REGLAS_DEFAULT: Reglas = { desde: null, hasta: null, maximo: 0 }
export const CUPO_MAX = 10_000

/** The limit of a category: its own, else the general one; `null` without a limit. */
export function cupoOf(maximo: number, propio: number | null): number | null {
  return (propio ?? maximo) || null
}

/** Free places of a category; `null` without a limit. Zero when a later limit is below the number of entries. */
export function lugaresOf(cupo: number | null, inscritos: number): number | null {
  return cupo === null ? null : Math.max(0, cupo - inscritos)
}

/** Why a category does not accept an entry. `fija`: the entry cannot leave its own category, which is closed. */
export type Impedimento = 'cerrada' | 'fija' | 'llena'

/**
 * The reason why a category does not accept an entry; `null` when it does. A category keeps the entries that it has. The
 * limit does not apply to the administrator; the closing does.
 */
export function impedimentoOf({
  categoria,
  propia,
  isAdmin,
}: {
  readonly categoria: { readonly id: string; readonly lugares: number | null; readonly cerrada: boolean }
  /** The category that the entry is in; `undefined` for a new entry. */
  readonly propia: { readonly id: string; readonly cerrada: boolean } | undefined
  readonly isAdmin: boolean
}): Impedimento | null {
  if (categoria.id === propia?.id) return null
  if (categoria.cerrada) return 'cerrada'
  if (propia?.cerrada) return 'fija'
  return categoria.lugares === 0 && !isAdmin ? 'llena' : null
}

/** Whether the actor may see all fields of an entry and change it: its owner and the administrator. */
export function mayManage(actor: Actor, { usuarioId }: Pick<Competidor, 'usuarioId'>): boolean {
  return actor.role === 'admin' || (actor.role === 'usuario' && usuarioId === actor.id)
}

/** Whether the actor may delete an entry or move it to another category: with sent marks only the administrator may. */
export function mayRemove(actor: Actor, { tieneMarcas }: { readonly tieneMarcas: boolean }): boolean {
  return actor.role === 'admin' || !tieneMarcas
}

/** Whether the actor may play the track of an entry: its owner, judges and the administrator. */
export function mayPlayMusica(actor: Actor, entry: Pick<Competidor, 'usuarioId'>): boolean {
  return actor.role === 'juez' || mayManage(actor, entry)
}

/**
 * The reason why an entry cannot be created or changed now; `null` when it can. The administrator always can.
 * `lugares`: free places of the category; `null` when the entry takes no new place or there is no limit. `cerrada`: the result
 * of its category is final.
 */
export function inscripcionRefusalOf({
  actor,
  reglas,
  now,
  lugares,
  cerrada,
}: {
  readonly actor: Actor
  readonly reglas: Reglas
  readonly now: number
  readonly lugares: number | null
  readonly cerrada: boolean
}): Problem['code'] | null {
  if (actor.role === 'admin') return null
  const apertura = aperturaOf(reglas, now)
  if (apertura === 'antes') return 'inscripcion.notYet'
  if (apertura === 'cerradas') return 'inscripcion.closed'
  if (cerrada) return 'categoria.closed'
  return lugares === 0 ? 'categoria.full' : null
}

type ConDueno = Pick<Competidor, 'id' | 'nombre' | 'usuarioId'>

/** Owner and name. Names that look the same are equal: case, repeated spaces and the encoding of accents do not count. */
function claveDeDoble({ usuarioId, nombre }: ConDueno): string | null {
  return nombre ? JSON.stringify([usuarioId, foldAspecto(nombre)]) : null
}

/** The entries of a category that their owner entered more than once under one name. An entry without a name is no double. */
export function doblesOf<C extends ConDueno>(category: readonly C[]): C[] {
  const byClave = Map.groupBy(category, claveDeDoble)
  return [...byClave].flatMap(([clave, same]) => (clave !== null && same.length > 1 ? same : []))
}

/** Whether an entry with its new values is a double in a category, where it was none before. */
export function becomesDoble(category: readonly ConDueno[], after: ConDueno): boolean {
  const clave = claveDeDoble(after)
  const same = category.filter((one) => claveDeDoble(one) === clave)
  return clave !== null && same.length > 0 && same.every(({ id }) => id !== after.id)
}

/** An entry without music or company. True: missing. */
export interface Faltante<C> {
  readonly competidor: C
  readonly musica: boolean
  readonly compania: boolean
}

/** The entries without music or company, in their order. */
export function faltantesOf<C extends { readonly tieneMusica: boolean; readonly tieneCompania: boolean }>(
  competidores: readonly C[],
): Faltante<C>[] {
  return competidores.flatMap((competidor) => {
    const { tieneMusica, tieneCompania } = competidor
    return tieneMusica && tieneCompania ? [] : [{ competidor, musica: !tieneMusica, compania: !tieneCompania }]
  })
}
