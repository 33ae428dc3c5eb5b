import type { Change, Kind } from '#contract/change.ts'
import { VISITANTE, type Actor } from '#domain/role.ts'
import {
  deleteLeastUsed,
  deleteSesion,
  deleteSesionesOf,
  findSesion,
  hashToken,
  insertSesion,
  touchSesion,
} from '../db/sesiones.ts'
import type { Deps } from '../deps.ts'
import type { Work } from '../work.ts'
import { findPersona, type Persona } from './store.ts'

/** A session ends after a week without use, or after a month. */
const IDLE_MS = 7 * 24 * 60 * 60_000
const ABSOLUTE_MS = 30 * 24 * 60 * 60_000
const TOUCH_MS = 5 * 60_000
const MOST_PER_PERSONA = 20

/** The actor of a session token. A visitor when the session has ended, or its person was deleted or disabled. */
export async function actorOfToken(deps: Pick<Deps, 'db' | 'now' | 'log'>, token: string | undefined): Promise<Actor> {
  if (token === undefined) return VISITANTE
  const now = deps.now().getTime()
  const found = await deps.db.read(async (tx) => {
    const sesion = await findSesion(tx, hashToken(token))
    if (!sesion || now > endOf(sesion)) return undefined
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
  // This request renews the idle limit: only the absolute limit is left.
  const vence = sesion.creada + ABSOLUTE_MS
  const { id: sesionId, tokenHash } = sesion
  return { role: persona.role, id: persona.id, nombre: persona.nombre, sesionId, tokenHash, vence }
}

const REMEMBERED_MS = 60_000
const MOST_REMEMBERED = 1_000
const IDENTITY_KINDS: readonly Kind[] = ['sesion', 'usuario', 'admin', 'todo']

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

  async actorOf(token: string): Promise<Actor> {
    const now = this.#deps.now().getTime()
    const known = this.#known.get(token)
    if (known && now < known.until) return known.actor
    const generation = this.#generation
    const actor = await actorOfToken(this.#deps, token)
    // A value that was read before a change is not cached after it.
    if (actor.role !== 'visitante' && generation === this.#generation) {
      if (this.#known.size >= MOST_REMEMBERED) this.#known.clear()
      this.#known.set(token, { actor, until: Math.min(now + REMEMBERED_MS, actor.vence ?? Infinity) })
    }
    return actor
  }

  /** Call it after each commit of this process, with null when its changes are not known. */
  committed(changes: readonly Change[] | null): void {
    if (!changes || changes.some(({ kind }) => IDENTITY_KINDS.includes(kind))) this.forget()
  }

  forget(): void {
    this.#generation += 1
    this.#known.clear()
  }
}

/** Sessions last used, or created, before these moments have ended. */
export function oldestAt(now: number): { readonly vista: number; readonly creada: number } {
  return { vista: now - IDLE_MS, creada: now - ABSOLUTE_MS }
}

function endOf({ vista, creada }: { readonly vista: number; readonly creada: number }): number {
  return Math.min(vista + IDLE_MS, creada + ABSOLUTE_MS)
}

/** Opens a session for a person, and ends the least recently used ones beyond 20. */
export async function openSesion(work: Work, persona: Persona, token: string): Promise<void> {
  const id = work.newId()
  const now = work.now().getTime()
  const { role, id: personaId } = persona
  await insertSesion(work.tx, { tokenHash: hashToken(token), id, role, personaId, creada: now, vista: now, esToken: 0 })
  recordEnd(work, personaId, await deleteLeastUsed(work.tx, personaId, { newId: id, most: MOST_PER_PERSONA }))
}

/** Ends the session of a token, if there is one. */
export async function endSesion(work: Work, token: string | undefined): Promise<void> {
  const ended = token === undefined ? undefined : await deleteSesion(work.tx, hashToken(token))
  if (ended) recordEnd(work, ended.personaId, [ended.id])
}

/** Deletes the sessions of a person, except `exceptId`, and records them: their open streams end after the commit. */
export async function endSesionesOf(work: Work, personaId: string, exceptId?: string): Promise<void> {
  recordEnd(work, personaId, await deleteSesionesOf(work.tx, personaId, exceptId))
}

/** Records ended sessions: every instance closes their streams. */
function recordEnd(work: Work, personaId: string, sesiones: readonly string[]): void {
  if (sesiones.length > 0) work.changed({ kind: 'sesion', personaId, after: { sesiones } })
}
