import { VISITANTE, type Actor } from '#domain/role.ts'
import type { Deps } from '../deps.ts'
import type { Work } from '../work.ts'
import { deleteSesion, deleteSesionesOf, findPersona, findSesion, hashToken, touchSesion } from './store.ts'

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
    if (!sesion || now - sesion.vista > IDLE_MS || now - sesion.creada > ABSOLUTE_MS) return undefined
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
  return { role: persona.role, id: persona.id, nombre: persona.nombre, sesionId: sesion.id }
}

/** Ends one session, wherever it is looking from. */
export async function endSesion(work: Work, token: string | undefined): Promise<void> {
  const ended = token === undefined ? undefined : await deleteSesion(work.tx, hashToken(token))
  if (ended) work.changed({ kind: 'sesion', personaId: ended.personaId, after: { sesiones: [ended.id] } })
}

/** Ends every session of a person; their open pages hear of it through the log. */
export async function endSesionesOf(work: Work, personaId: string): Promise<void> {
  const sesiones = await deleteSesionesOf(work.tx, personaId)
  if (sesiones.length > 0) work.changed({ kind: 'sesion', personaId, after: { sesiones } })
}
