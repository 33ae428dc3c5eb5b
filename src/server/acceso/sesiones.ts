import type { InferResult, SelectQueryBuilder } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import type { Change } from '#contract/change.ts'
import type { Kind } from '#domain/bitacora.ts'
import { VISITANTE, type Actor } from '#domain/actor.ts'
import { nombresOf } from '#domain/usuario.ts'
import type { Tx } from '../db/database.ts'
import type { Schema, SesionTable } from '../db/schema.ts'
import type { Credential, Deps } from '../deps.ts'
import type { Work } from '../work.ts'
import { deleteEnlacesOf, type Persona } from './store.ts'

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
  const sesion = await deps.db.read((tx) =>
    withPersona(tx).where('s.tokenHash', '=', hashToken(token)).executeTakeFirst(),
  )
  const persona = sesion && personaOf(sesion)
  if (!persona || (sesion.esToken === 1) !== isBearer) return VISITANTE
  // An API token does not expire.
  if (!isBearer && now > Math.min(sesion.vista + IDLE_MS, sesion.creada + ABSOLUTE_MS)) return VISITANTE
  if (now - sesion.vista > TOUCH_MS) {
    void deps.db
      .write((tx) => tx.updateTable('sesion').set({ vista: now }).where('id', '=', sesion.id).execute())
      .catch((error: unknown) => deps.log.warn({ err: error }, 'a session was not marked as seen'))
  }
  const { id: sesionId, tokenHash } = sesion
  const actor = { role: persona.role, id: persona.id, nombre: persona.nombre, sesionId, tokenHash }
  // This request renews the idle limit: only the absolute limit is left.
  return isBearer ? actor : { ...actor, vence: sesion.creada + ABSOLUTE_MS }
}

/** Finds the person of an open session, and when it began. `undefined` also for a disabled user and a judge who is switched off. */
export async function findSesionById(tx: Tx, id: string): Promise<{ persona: Persona; creada: number } | undefined> {
  const row = await withPersona(tx).where('s.id', '=', id).executeTakeFirst()
  const persona = row && personaOf(row)
  return persona && { persona, creada: row.creada }
}

/** Sessions joined with the row of their person, in the table of the role. */
function withPersona(tx: Tx) {
  return tx
    .selectFrom('sesion as s')
    .leftJoin('admin as a', (join) => join.onRef('a.id', '=', 's.personaId').on('s.role', '=', 'admin'))
    .leftJoin('users as u', (join) => join.onRef('u.uid', '=', 's.personaId').on('s.role', '=', 'usuario'))
    .leftJoin('cuenta as c', 'c.emailKey', 'u.emailKey')
    .leftJoin('jueces as j', (join) =>
      join.onRef('j.id', '=', 's.personaId').on('s.role', '=', 'juez').on('j.activo', '=', 1),
    )
    .selectAll('s')
    .select(['a.id as admin', 'a.nombre as adminNombre', 'a.email as adminEmail', 'j.nombre as juez', 'u.uid'])
    .select(['u.nombre', 'u.apellido', 'u.email', 'c.desactivada'])
}

type SesionRow = InferResult<ReturnType<typeof withPersona>>[number]

function personaOf({ personaId: id, ...row }: SesionRow): Persona | undefined {
  if (row.admin !== null) {
    const { adminNombre, adminEmail } = row
    return { role: 'admin', id, nombre: adminNombre ?? adminEmail ?? '', email: adminEmail ?? '' }
  }
  if (row.juez !== null) return { role: 'juez', id, nombre: row.juez, email: '' }
  if (row.uid === null || row.desactivada === 1) return undefined
  return { role: 'usuario', id, nombre: nombresOf(row), email: row.email ?? '' }
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
  /** Replaced by a change: what was read before it is not kept after it. */
  #known = new Map<string, { readonly actor: Actor; readonly until: number }>()

  constructor(deps: Pick<Deps, 'db' | 'now' | 'log'>) {
    this.#deps = deps
  }

  async actorOf(credential: Credential): Promise<Actor> {
    const now = this.#deps.now()
    const key = `${credential.isBearer} ${credential.token}`
    const all = this.#known
    const known = all.get(key)
    if (known && now < known.until) return known.actor
    const actor = await actorOf(this.#deps, credential)
    if (actor.role === 'visitante') return actor
    if (all.size >= MOST_REMEMBERED) all.clear()
    all.set(key, { actor, until: Math.min(now + REMEMBERED_MS, actor.vence ?? Infinity) })
    return actor
  }

  /**
   * Call it after each commit of this process, with null when its changes are not known, and after each read of the log:
   * the changes of other processes become known there.
   */
  committed(changes: readonly Change[] | null): void {
    if (changes && !changes.some(({ kind }) => IDENTITY_KINDS.includes(kind))) return
    this.#known = new Map()
  }
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
  const others = await work.tx
    .selectFrom('sesion')
    .select('id')
    .where('personaId', '=', personaId)
    .where('id', '!=', id)
    .orderBy('vista', 'desc')
    .orderBy('creada', 'desc')
    .execute()
  const ended = others.slice(MOST_PER_PERSONA - 1)
  for (const sesion of ended) await work.tx.deleteFrom('sesion').where('id', '=', sesion.id).execute()
  recordEnd(work, personaId, ended)
}

export async function insertSesion(tx: Tx, sesion: SesionTable): Promise<void> {
  await tx.insertInto('sesion').values(sesion).execute()
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
  const ended = await own.returning(['id', 'personaId']).executeTakeFirst()
  if (ended) recordEnd(work, ended.personaId, [ended])
}

/**
 * Deletes the sessions of a person, except `exceptId` and API tokens, and records them: their open streams end after the
 * commit.
 */
export async function endSesionesOf(work: Work, personaId: string, exceptId = ''): Promise<void> {
  const others = work.tx.deleteFrom('sesion').where('personaId', '=', personaId).where('id', '!=', exceptId)
  recordEnd(work, personaId, await others.where('esToken', '=', 0).returning('id').execute())
}

/**
 * Replaces the password of an account that exists, and ends its links and its sessions, except `exceptId`. Returns the ids of
 * the administrator and the user that sign in with it; empty when there is no such account.
 */
export async function replacePassword(work: Work, cuentaId: string, hash: string, exceptId = ''): Promise<string[]> {
  const { tx } = work
  await deleteEnlacesOf(tx, cuentaId)
  const account = tx.updateTable('cuenta').set({ hash }).where('id', '=', cuentaId)
  const cuenta = await account.returning('emailKey').executeTakeFirst()
  if (!cuenta) return []
  const admins = await tx.selectFrom('admin').select('id').where('emailKey', '=', cuenta.emailKey).execute()
  const users = await tx.selectFrom('users').select('uid as id').where('emailKey', '=', cuenta.emailKey).execute()
  const ids = [...admins, ...users].map(({ id }) => id)
  for (const id of ids) await endSesionesOf(work, id, exceptId)
  return ids
}

/** Gives a judge an API token. */
export async function createTokenSesion(work: Work, juezId: string, token: string): Promise<void> {
  const now = work.now()
  const sesion = { tokenHash: hashToken(token), id: work.newId(), role: 'juez', personaId: juezId }
  await insertSesion(work.tx, { ...sesion, creada: now, vista: now, esToken: 1 })
}

/** Deletes the API token of a judge. Returns false when there was none. */
export async function endTokenSesion(work: Work, juezId: string): Promise<boolean> {
  const own = work.tx.deleteFrom('sesion').where('personaId', '=', juezId).where('esToken', '=', 1)
  const ended = await own.returning('id').execute()
  recordEnd(work, juezId, ended)
  return ended.length > 0
}

/** Records ended sessions: every instance closes their streams. */
function recordEnd(work: Work, personaId: string, ended: readonly { readonly id: string }[]): void {
  const sesiones = ended.map(({ id }) => id)
  if (sesiones.length > 0) work.changed({ kind: 'sesion', personaId, after: { sesiones } })
}

/**
 * Deletes the expired sessions, one-time links and counts of attempts. Rows that are locked stay until the next sweep, to
 * avoid deadlocks.
 */
export async function sweepAcceso({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  // SQLite has one writer at a time, and no row locks.
  const unlocked = <T extends keyof Schema, Row>(rows: SelectQueryBuilder<Schema, T, Row>) =>
    db.engine === 'postgres' ? rows.forUpdate().skipLocked() : rows
  await db.write(async (tx) => {
    const sesiones = tx
      .selectFrom('sesion')
      .select('id')
      .where('esToken', '=', 0)
      .where((eb) => eb.or([eb('vista', '<', at - IDLE_MS), eb('creada', '<', at - ABSOLUTE_MS)]))
      .$call(unlocked)
    await tx.deleteFrom('sesion').where('id', 'in', sesiones).execute()
    const intentos = tx.selectFrom('intento').select('bucket').where('hasta', '<=', at).$call(unlocked)
    await tx.deleteFrom('intento').where('bucket', 'in', intentos).execute()
    const enlaces = tx.selectFrom('enlace').select('tokenHash').where('vence', '<=', at).$call(unlocked)
    await tx.deleteFrom('enlace').where('tokenHash', 'in', enlaces).execute()
  })
}
