import type { Change } from '#contract/change.ts'
import type { EstadoDeEntrada } from '#domain/envio.ts'
import { isAsignado, type Juez } from '#domain/jurado.ts'
import { Problem } from '#domain/problem.ts'
import type { EstadoRetiro } from '#domain/retiro.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { CategoriasTable } from '../db/schema.ts'
import { findJuez } from '../jueces/store.ts'
import type { Work } from '../work.ts'

/** An entry with its category and the states that decide about its marks. */
export interface Entrada {
  readonly id: string
  readonly categoria: Pick<CategoriasTable, 'id' | 'nombre' | 'dia' | 'criterios'>
  readonly retiro: EstadoRetiro | null
  readonly cerrada: boolean
  /** The present attempt, from 1. */
  readonly intento: number
}

export async function findEntrada(tx: Tx, id: string): Promise<Entrada | undefined> {
  const row = await tx
    .selectFrom('competidores as e')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .leftJoin('cierre as k', 'k.categoriaId', 'c.id')
    .select(['c.id', 'c.nombre', 'c.dia', 'c.criterios', 'r.estado as retiro', 'k.categoriaId as cerrada'])
    .select((eb) => intentoOf(eb.ref('e.id')).as('intento'))
    .where('e.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { retiro, cerrada, intento, ...categoria } = row
  return { id, categoria, retiro, cerrada: cerrada !== null, intento }
}

/** The present attempt of an entry, from 1. */
export function intentoOf(competidorId: Expression<string | null>): RawBuilder<number> {
  return sql`(select coalesce(max("intento"), 1) from "repeticion"
    where "repeticion"."competidorId" = ${competidorId} and "deshecha" = 0)`
}

/** Returns an entry of an open category. Throws `competidor.missing` or `categoria.closed`. */
export async function mustFindAbierta({ tx }: Pick<Work, 'tx'>, id: string): Promise<Entrada> {
  const entrada = await findEntrada(tx, id)
  if (!entrada) throw new Problem('competidor.missing')
  if (entrada.cerrada) throw new Problem('categoria.closed')
  return entrada
}

/** The ids that a change about an entry contains. Category and day are unknown once the entry is deleted. */
export function changeIdsOf(competidorId: string, entrada: Entrada | undefined): Omit<Change, 'kind'> {
  return { competidorId, ...(entrada && { categoriaId: entrada.categoria.id, dia: entrada.categoria.dia }) }
}

/** The state of an entry for a judge and the attempt of a mark; null when the entry was deleted. */
export function estadoFor(juez: Juez, entrada: Entrada | undefined, intento: number): EstadoDeEntrada | null {
  if (!entrada) return null
  const { retiro, cerrada, categoria } = entrada
  const anulado = intento !== entrada.intento
  return { retirado: retiro !== null, cerrada, asignado: isAsignado(juez, categoria), anulado }
}

/** The judge of the session. Throws when the device sends for another judge: another tab has signed in meanwhile. */
export async function mustFindOwn({ tx, actor }: Work, juezId: string | undefined): Promise<Juez> {
  const juez = actor.role === 'juez' ? await findJuez(tx, actor.id) : undefined
  if (!juez) throw new Problem('session.required')
  if (juezId !== undefined && juezId !== juez.id) throw new Problem('session.forbidden')
  return juez
}

/** Throws `session.forbidden` unless the actor is an administrator or a head judge. */
export async function checkPrincipal({ tx, actor }: Pick<Work, 'tx' | 'actor'>): Promise<void> {
  if (actor.role === 'admin') return
  const juez = actor.role === 'juez' ? await findJuez(tx, actor.id) : undefined
  if (!juez?.principal) throw new Problem('session.forbidden')
}

/** The name of the actor, as closed categories and penalties show it. */
export function autorOf({ actor }: Pick<Work, 'actor'>): string {
  return actor.role === 'visitante' ? '' : actor.nombre
}

/** What some rows say of their entries, by entry. */
export function byEntrada<R extends { readonly competidorId: string }, T>(
  rows: readonly R[],
  of: (row: R) => T,
): ReadonlyMap<string, T[]> {
  return new Map([...Map.groupBy(rows, ({ competidorId }) => competidorId)].map(([id, own]) => [id, own.map(of)]))
}
