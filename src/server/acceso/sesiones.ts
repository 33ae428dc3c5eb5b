import type { Change, Kind } from '#contract/change.ts'
import { VISITANTE, type Actor } from '#domain/role.ts'
import type { Deps } from '../deps.ts'
import type { Work } from '../work.ts'
import {
  deleteOldest,
  deleteSesion,
  deleteSesionesOf,
  findPersona,
  findSesion,
  hashToken,
  touchSesion,
} from './store.ts'

/** An event lasts three days and its preparation weeks: a week unused or a month old, and a session is over. */
const IDLE_MS = 7 * 24 * 60 * 60_000
const ABSOLUTE_MS = 30 * 24 * 60 * 60_000
const TOUCH_MS = 5 * 60_000

/** Whose session a token opens. One that is over, or whose person is gone or switched off, opens none. */
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
  // Whoever asks has just been seen: what is left is its age.
  const vence = sesion.creada + ABSOLUTE_MS
  return { role: persona.role, id: persona.id, nombre: persona.nombre, sesionId: sesion.id, vence }
}

const REMEMBERED_MS = 60_000
const MOST_REMEMBERED = 1_000
const IDENTITY_KINDS: readonly Kind[] = ['sesion', 'usuario', 'admin', 'todo']

/**
 * Remembers the actors of tokens for a minute, so that a command need not read its session twice: `transact` reads it
 * in its own transaction. Forgets all of them when a person or a session changes, here or in another process.
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
    // What was read before a change is not kept after it.
    if (actor.role !== 'visitante' && generation === this.#generation) {
      if (this.#known.size >= MOST_REMEMBERED) this.#known.clear()
      this.#known.set(token, { actor, until: Math.min(now + REMEMBERED_MS, actor.vence ?? Infinity) })
    }
    return actor
  }

  /** To be called after each commit of this process; `null` stands for changes that are not known. */
  committed(changes: readonly Change[] | null): void {
    if (!changes || changes.some(({ kind }) => IDENTITY_KINDS.includes(kind))) this.forget()
  }

  forget(): void {
    this.#generation += 1
    this.#known.clear()
  }
}

/** Sessions last seen, or made, before these moments are over. */
export function oldestAt(now: number): { readonly vista: number; readonly creada: number } {
  return { vista: now - IDLE_MS, creada: now - ABSOLUTE_MS }
}

function endOf({ vista, creada }: { readonly vista: number; readonly creada: number }): number {
  return Math.min(vista + IDLE_MS, creada + ABSOLUTE_MS)
}

/** Ends one session, wherever it is looking from. */
export async function endSesion(work: Work, token: string | undefined): Promise<void> {
  const ended = token === undefined ? undefined : await deleteSesion(work.tx, hashToken(token))
  if (ended) work.changed({ kind: 'sesion', personaId: ended.personaId, after: { sesiones: [ended.id] } })
}

/** Ends every session of a person, but for one they may keep; their open pages hear of it through the log. */
export async function endSesionesOf(work: Work, personaId: string, keptId?: string): Promise<void> {
  const sesiones = await deleteSesionesOf(work.tx, personaId, keptId)
  if (sesiones.length > 0) work.changed({ kind: 'sesion', personaId, after: { sesiones } })
}

const MOST_PER_PERSONA = 20

/** Ends a person's longest unused sessions beyond 20, never the one just made. Their streams end through the change log. */
export async function endOldest(work: Work, personaId: string, newId: string): Promise<void> {
  const sesiones = await deleteOldest(work.tx, personaId, { newId, most: MOST_PER_PERSONA })
  if (sesiones.length > 0) work.changed({ kind: 'sesion', personaId, after: { sesiones } })
}
