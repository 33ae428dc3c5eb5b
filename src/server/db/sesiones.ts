import { createHash } from 'node:crypto'
import { Problem } from '#domain/problem.ts'
import type { Actor } from '#domain/role.ts'
import type { Database, Tx } from './database.ts'
import type { SesionTable } from './schema.ts'
import { statement } from './statement.ts'

/** The stored form of a token: its SHA-256. The token itself is not stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * Throws `session.required` when the actor's session has ended, or got a new token, since the request was admitted.
 * `transact` calls it. Other transactions call it when the body of the request may have taken minutes.
 */
export async function requireSesion(tx: Tx, actor: Actor): Promise<void> {
  if (actor.role === 'visitante') return
  const [sesion] = await selectToken(tx, { id: actor.sesionId })
  const isReplaced = actor.tokenHash !== undefined && actor.tokenHash !== sesion?.tokenHash
  if (!sesion || isReplaced) throw new Problem('session.required')
}

const selectToken = statement((tx, { id }: { id: string }) =>
  tx.selectFrom('sesion').select('tokenHash').where('id', '=', id),
)

export async function findSesion(tx: Tx, tokenHash: string): Promise<SesionTable | undefined> {
  const [row] = await selectByToken(tx, { tokenHash })
  return row
}

const selectByToken = statement((tx, { tokenHash }: { tokenHash: string }) =>
  tx.selectFrom('sesion').selectAll().where('tokenHash', '=', tokenHash),
)

export async function findSesionById(tx: Tx, id: string): Promise<SesionTable | undefined> {
  return tx.selectFrom('sesion').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertSesion(tx: Tx, sesion: SesionTable): Promise<void> {
  await tx.insertInto('sesion').values(sesion).execute()
}

export async function touchSesion(tx: Tx, id: string, vista: number): Promise<void> {
  await tx.updateTable('sesion').set({ vista }).where('id', '=', id).execute()
}

/** Replaces the token of a session. Returns false when the session has ended. */
export async function renewToken(tx: Tx, id: string, tokenHash: string): Promise<boolean> {
  const row = await tx.updateTable('sesion').set({ tokenHash }).where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

/** Deletes the session of a token. Returns its id and its person. */
export async function deleteSesion(tx: Tx, tokenHash: string): Promise<{ id: string; personaId: string } | undefined> {
  return tx.deleteFrom('sesion').where('tokenHash', '=', tokenHash).returning(['id', 'personaId']).executeTakeFirst()
}

/** Deletes the sessions of a person, except `exceptId`. Returns the deleted ids. */
export async function deleteSesionesOf(tx: Tx, personaId: string, exceptId = ''): Promise<string[]> {
  const rows = await tx
    .deleteFrom('sesion')
    .where('personaId', '=', personaId)
    .where('id', '!=', exceptId)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes every session except those of administrators. Returns the deleted ids. */
export async function deleteOtherThanAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx.deleteFrom('sesion').where('role', '<>', 'admin').returning('id').execute()
  return rows.map((row) => row.id)
}

/** Deletes the least recently used sessions of a person beyond `most`, never `newId`. Returns the deleted ids. */
export async function deleteLeastUsed(
  tx: Tx,
  personaId: string,
  { newId, most }: { readonly newId: string; readonly most: number },
): Promise<string[]> {
  const others = await tx
    .selectFrom('sesion')
    .select('id')
    .where('personaId', '=', personaId)
    .where('id', '!=', newId)
    .orderBy('vista', 'desc')
    .orderBy('creada', 'desc')
    .execute()
  const ids = others.slice(most - 1).map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('sesion').where('id', 'in', ids).execute()
  return ids
}

/** Deletes sessions last used or created before these moments. Rows that are locked stay until the next call. */
export async function deleteExpiredSesiones(
  tx: Tx,
  engine: Database['engine'],
  oldest: { readonly vista: number; readonly creada: number },
): Promise<void> {
  const expired = tx
    .selectFrom('sesion')
    .select('id')
    .where((eb) => eb.or([eb('vista', '<', oldest.vista), eb('creada', '<', oldest.creada)]))
  const free = engine === 'sqlite' ? expired : expired.forUpdate().skipLocked()
  await tx.deleteFrom('sesion').where('id', 'in', free).execute()
}
