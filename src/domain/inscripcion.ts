import type { Ficha } from './numero.ts'
import { aperturaOf, type Plazo } from './apertura.ts'
import { foldAspecto } from './categoria.ts'
import { TEXTOS, type Competidor } from './competidor.ts'
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
 * limit does not apply to the administrator; the closing does. `propia`: the category that the entry is in; `undefined` for a new
 * entry.
 */
export function impedimentoOf(
  categoria: { readonly id: string; readonly lugares: number | null; readonly cerrada: boolean },
  propia: { readonly id: string; readonly cerrada: boolean } | undefined,
  isAdmin: boolean,
): Impedimento | null {
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

/** Appearances that are fewer turns apart leave no time to change. */
const TURNOS_PARA_CAMBIARSE = 3

/** An entry at its turn, with the fields that name its dancers. */
interface Aparicion {
  readonly turno: number
  readonly competidor: Pick<Competidor, 'usuarioId'> & Omit<Ficha, 'id'> & { readonly retiro: unknown }
}

/**
 * Names the entries of a day between which the same person has no time to change: of one name and company, or of one name and
 * owner; the administrator is the owner of many. Withdrawn entries take no turn. `pasados`: the turns that are over.
 */
export function sinTiempoTexts(apariciones: readonly Aparicion[], pasados: number): string[] {
  const bailan = apariciones.filter(({ competidor: { retiro } }) => retiro === null)
  const nombres = bailan.map(({ competidor: { nombre } }) => foldAspecto(nombre))
  return bailan.flatMap((one, index) => {
    const next = bailan.slice(index + 1, index + TURNOS_PARA_CAMBIARSE).find(({ competidor: other }, after) => {
      const { usuarioId, compania } = one.competidor
      if (nombres[index] !== nombres[index + 1 + after]) return false
      const isSameOwner = usuarioId !== null && usuarioId === other.usuarioId
      return isSameOwner || foldAspecto(compania) === foldAspecto(other.compania)
    })
    if (!next || next.turno <= pasados || one.competidor.nombre === TEXTOS.nombre.vacio) return []
    return [`Sin tiempo para cambiarse: ${one.competidor.nombre}, ${turnosText(one, next)}.`]
  })
}

/** `turnos 2 y 3`; while the order of the day is closed `N.º 2 y N.º 3A`. */
function turnosText(one: Aparicion, next: Aparicion): string {
  const [a, b] = [one.competidor.numero, next.competidor.numero]
  return a === undefined || b === undefined ? `turnos ${one.turno} y ${next.turno}` : `N.º ${a} y N.º ${b}`
}
