import { createHash, randomBytes } from 'node:crypto'
import type { Change, Kind } from '#contract/change.ts'
import { VISITANTE, type Actor } from '#domain/actor.ts'
import type { Database, Tx } from '../db/database.ts'
import type { SesionTable } from '../db/schema.ts'
import { statement } from '../db/statement.ts'
import type { Credential, Deps } from '../deps.ts'
import type { Work } from '../work.ts'
import { findPersona, type Persona } from './store.ts'
import { forgetTerminadas, keepTerminadas } from './terminadas.ts'

/** A session ends after a week without use, or after a month. */
const IDLE_MS = 7 * 24 * 60 * 60_000
const ABSOLUTE_MS = 30 * 24 * 60 * 60_000
const TOUCH_MS = 5 * 60_000
const MOST_PER_PERSONA = 20

/** Makes a token: 32 random bytes as text that fits in a link or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token: its SHA-256. The token itself is not stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * The actor of a token. A visitor when the session has ended, or its person was deleted or disabled. An API token counts only
 * as Bearer, and the token of a cookie only as cookie.
 */
export async function actorOf(deps: Pick<Deps, 'db' | 'now' | 'log'>, { token, isBearer }: Credential): Promise<Actor> {
  const now = deps.now()
  const found = await deps.db.read(async (tx) => {
    const sesion = await findSesion(tx, hashToken(token))
    if (!sesion || (sesion.esToken === 1) !== isBearer || now > endOfSesion(sesion)) return undefined
    const persona = await findPersona(tx, sesion.role, sesion.personaId)
    return persona && { sesion, persona }
  })
  if (!found) return VISITANTE
  const { sesion, persona } = found
  if (now - sesion.vista > TOUCH_MS) {
    void deps.db
      .write((tx) => touchSesion(tx, sesion.id, now))
      .catch((error: unknown) => deps.log.warn({ err: error }, 'a session was not marked as seen'))
  }
  const { id: sesionId, tokenHash } = sesion
  const actor = { role: persona.role, id: persona.id, nombre: persona.nombre, sesionId, tokenHash }
  // This request renews the idle limit: only the absolute limit is left.
  return isBearer ? actor : { ...actor, vence: sesion.creada + ABSOLUTE_MS }
}

export async function findSesion(tx: Tx, tokenHash: string): Promise<SesionTable | undefined> {
  const [row] = await selectByToken(tx, { tokenHash })
  return row
}

const selectByToken = statement((tx, { tokenHash }: { tokenHash: string }) =>
  tx.selectFrom('sesion').selectAll().where('tokenHash', '=', tokenHash),
)

async function touchSesion(tx: Tx, id: string, vista: number): Promise<void> {
  await tx.updateTable('sesion').set({ vista }).where('id', '=', id).execute()
}

const REMEMBERED_MS = 60_000
const MOST_REMEMBERED = 1_000
const IDENTITY_KINDS: readonly Kind[] = ['sesion', 'usuario', 'juez', 'admin', 'todo']

/**
 * Caches the actor of each token for a minute: a command does not read its session twice, since `transact` reads it in its
 * own transaction. The cache is cleared when a person or a session changes, in this process or another one.
 */
export class RecentActors {
  readonly #deps: Pick<Deps, 'db' | 'now' | 'log'>
  readonly #known = new Map<string, { readonly actor: Actor; readonly until: number }>()
  #generation = 0

  constructor(deps: Pick<Deps, 'db' | 'now' | 'log'>) {
    this.#deps = deps
  }

  async actorOf(credential: Credential): Promise<Actor> {
    const now = this.#deps.now()
    const key = `${credential.isBearer} ${credential.token}`
    const known = this.#known.get(key)
    if (known && now < known.until) return known.actor
    const generation = this.#generation
    const actor = await actorOf(this.#deps, credential)
    // A value that was read before a change is not cached after it.
    if (actor.role !== 'visitante' && generation === this.#generation) {
      if (this.#known.size >= MOST_REMEMBERED) this.#known.clear()
      this.#known.set(key, { actor, until: Math.min(now + REMEMBERED_MS, actor.vence ?? Infinity) })
    }
    return actor
  }

  /**
   * Call it after each commit of this process, with null when its changes are not known, and after each read of the log:
   * the changes of other processes become known there.
   */
  committed(changes: readonly Change[] | null): void {
    if (changes && !changes.some(({ kind }) => IDENTITY_KINDS.includes(kind))) return
    this.#generation += 1
    this.#known.clear()
  }
}

/** When a session expires, in ms since 1970. An API token never does: `Infinity`. */
export function endOfSesion({ vista, creada, esToken }: SesionTable): number {
  if (esToken === 1) return Infinity
  return Math.min(vista + IDLE_MS, creada + ABSOLUTE_MS)
}

/** Deletes the expired sessions. Rows that are locked stay until the next call. */
export async function deleteExpiredSesiones(tx: Tx, engine: Database['engine'], now: number): Promise<void> {
  const expired = tx
    .selectFrom('sesion')
    .select('id')
    .where('esToken', '=', 0)
    .where((eb) => eb.or([eb('vista', '<', now - IDLE_MS), eb('creada', '<', now - ABSOLUTE_MS)]))
  const free = engine === 'sqlite' ? expired : expired.forUpdate().skipLocked()
  await keepTerminadas(tx, await tx.deleteFrom('sesion').where('id', 'in', free).returningAll().execute(), now)
}

/** Deletes the expired sessions, and what is kept of sessions that ended long ago. */
export async function sweepSesiones({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  await db.write(async (tx) => {
    await deleteExpiredSesiones(tx, db.engine, at)
    await forgetTerminadas(tx, at)
  })
}

export async function findSesionById(tx: Tx, id: string): Promise<SesionTable | undefined> {
  return tx.selectFrom('sesion').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Opens a session for a person, and ends the least recently used ones beyond 20. A judge may have any number: one link serves
 * every device of the judge.
 */
export async function openSesion(work: Work, persona: Persona, token: string): Promise<void> {
  const id = work.newId()
  const now = work.now()
  const { role, id: personaId } = persona
  await insertSesion(work.tx, { tokenHash: hashToken(token), id, role, personaId, creada: now, vista: now, esToken: 0 })
  if (role === 'juez') return
  recordEnd(work, personaId, await deleteLeastUsed(work.tx, personaId, { newId: id, most: MOST_PER_PERSONA }))
}

export async function insertSesion(tx: Tx, sesion: SesionTable): Promise<void> {
  await tx.insertInto('sesion').values(sesion).execute()
}

/** Deletes the least recently used sessions of a person beyond `most`, never `newId`. Returns the deleted rows. */
async function deleteLeastUsed(
  tx: Tx,
  personaId: string,
  { newId, most }: { readonly newId: string; readonly most: number },
): Promise<{ id: string }[]> {
  const others = await tx
    .selectFrom('sesion')
    .select('id')
    .where('personaId', '=', personaId)
    .where('id', '!=', newId)
    .orderBy('vista', 'desc')
    .orderBy('creada', 'desc')
    .execute()
  const rows = others.slice(most - 1)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('sesion').where('id', 'in', ids).execute()
  return rows
}

/** Replaces the token of a session. Returns false when the session has ended. */
export async function renewToken(tx: Tx, id: string, tokenHash: string): Promise<boolean> {
  const row = await tx.updateTable('sesion').set({ tokenHash }).where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

/** Ends the session of a cookie's token, if there is one. */
export async function endSesion(work: Work, token: string | undefined): Promise<void> {
  if (token === undefined) return
  const tokenHash = hashToken(token)
  const own = work.tx.deleteFrom('sesion').where('tokenHash', '=', tokenHash).where('esToken', '=', 0)
  const ended = await own.returningAll().executeTakeFirst()
  if (ended) await endRows(work, ended.personaId, [ended])
}

/**
 * Deletes the sessions of a person, except `exceptId` and API tokens, and records them: their open streams end after the
 * commit.
 */
export async function endSesionesOf(work: Work, personaId: string, exceptId = ''): Promise<void> {
  const others = work.tx.deleteFrom('sesion').where('personaId', '=', personaId).where('id', '!=', exceptId)
  await endRows(work, personaId, await others.where('esToken', '=', 0).returningAll().execute())
}

/** Gives a judge an API token. */
export async function openToken(work: Work, juezId: string, token: string): Promise<void> {
  const now = work.now()
  const sesion = { tokenHash: hashToken(token), id: work.newId(), role: 'juez', personaId: juezId }
  await insertSesion(work.tx, { ...sesion, creada: now, vista: now, esToken: 1 })
}

/** Deletes the API token of a judge. Returns false when there was none. */
export async function endTokenOf(work: Work, juezId: string): Promise<boolean> {
  const own = work.tx.deleteFrom('sesion').where('personaId', '=', juezId).where('esToken', '=', 1)
  const ended = await own.returning('id').execute()
  recordEnd(work, juezId, ended)
  return ended.length > 0
}

async function endRows(work: Work, personaId: string, rows: readonly SesionTable[]): Promise<void> {
  await keepTerminadas(work.tx, rows, work.now())
  recordEnd(work, personaId, rows)
}

/** Records ended sessions: every instance closes their streams. */
function recordEnd(work: Work, personaId: string, ended: readonly { readonly id: string }[]): void {
  const sesiones = ended.map(({ id }) => id)
  if (sesiones.length > 0) work.changed({ kind: 'sesion', personaId, after: { sesiones } })
}

/** Deletes every session except those of administrators. Returns the deleted ids. */
export async function deleteOtherThanAdmins(tx: Tx, now: number): Promise<string[]> {
  const rows = await tx.deleteFrom('sesion').where('role', '<>', 'admin').returningAll().execute()
  await keepTerminadas(tx, rows, now)
  return rows.map((row) => row.id)
}
