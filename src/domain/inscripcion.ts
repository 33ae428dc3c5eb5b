import type { Competidor } from './competidor.ts'
import type { Problem } from './problem.ts'
import type { Actor } from './role.ts'

/** What the organiser allows. `null` is no limit on that side; a `maximo` of 0 is as many as come. */
export interface Reglas {
  /** ISO instant from which entries are open. */
  readonly desde: string | null
  /** ISO instant at which they close: at it, they are closed. */
  readonly hasta: string | null
  readonly maximo: number
}

export const REGLAS_DEFAULT: Reglas = { desde: null, hasta: null, maximo: 0 }
export const CUPO_MAX = 10_000

export type Apertura = 'antes' | 'abiertas' | 'cerradas'

/** Where entries stand at an instant (ms). */
export function aperturaOf({ desde, hasta }: Pick<Reglas, 'desde' | 'hasta'>, now: number): Apertura {
  if (hasta !== null && now >= Date.parse(hasta)) return 'cerradas'
  return desde !== null && now < Date.parse(desde) ? 'antes' : 'abiertas'
}

/** The most entries of a category: its own limit, else the general one; `null` when there is none. */
export function cupoOf(maximo: number, propio: number | null): number | null {
  return (propio ?? maximo) || null
}

/** How many more a category takes; `null` is as many as come. More entries than places (the limit came later) is none. */
export function lugaresOf(cupo: number | null, inscritos: number): number | null {
  return cupo === null ? null : Math.max(0, cupo - inscritos)
}

/** Whether a category takes an entry: while it has places, whoever is in it already, and whom the organisers put there. */
export function hasLugar({
  lugares,
  isIn,
  isFree,
}: {
  readonly lugares: number | null
  readonly isIn: boolean
  readonly isFree: boolean
}): boolean {
  return isFree || isIn || lugares !== 0
}

/** Whether entries are this person's to see whole and to change: their own, and for the administrator all. */
export function mayManage(actor: Actor, { usuarioId }: Pick<Competidor, 'usuarioId'>): boolean {
  return actor.role === 'admin' || (actor.role === 'usuario' && usuarioId === actor.id)
}

/** Whether somebody may play an entry's track: its owner, judges and the administrator. */
export function mayHear(actor: Actor, entry: Pick<Competidor, 'usuarioId'>): boolean {
  return actor.role === 'juez' || mayManage(actor, entry)
}

/** What an entry is about to take. `lugares` is null where it takes no new place, or where there are always more. */
export interface Intento {
  readonly actor: Actor
  readonly reglas: Reglas
  readonly now: number
  readonly lugares: number | null
}

/** Why an entry may not come in or change now; `null` when it may. The administrator always may. */
export function refusalOf({ actor, reglas, now, lugares }: Intento): Problem['code'] | null {
  if (actor.role === 'admin') return null
  const apertura = aperturaOf(reglas, now)
  if (apertura === 'antes') return 'inscripcion.notYet'
  if (apertura === 'cerradas') return 'inscripcion.closed'
  return lugares === 0 ? 'categoria.full' : null
}

/** An entry that lacks something, with what it lacks. */
export interface Faltante<C> {
  readonly competidor: C
  readonly musica: boolean
  readonly compania: boolean
}

/** What is missing among entries, in their order. */
export function faltantesOf<C extends { readonly tieneMusica: boolean; readonly tieneCompania: boolean }>(
  competidores: readonly C[],
): Faltante<C>[] {
  return competidores.flatMap((competidor) => {
    const { tieneMusica, tieneCompania } = competidor
    return tieneMusica && tieneCompania ? [] : [{ competidor, musica: !tieneMusica, compania: !tieneCompania }]
  })
}
