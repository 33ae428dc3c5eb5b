import type * as contract from '#contract/jueces.ts'
import { Problem } from '#domain/problem.ts'
import type { Tx } from '../db/database.ts'
import { claimAttempt } from '../acceso/attempts.ts'
import { endSesion, newToken, openSesion } from '../acceso/sesiones.ts'
import { type Act, setCookie } from '../http/route.ts'
import { findByEnlace } from './store.ts'

/** Returns the judge of a link. Unkeyed, so that the link is not stored in the table of keys. */
export const readEnlaceJuez: Act<typeof contract.readEnlaceJuez, { readonly id: string; readonly nombre: string }> = {
  unkeyed: true,
  prepare: async (deps, { token }) => deps.db.read((tx) => mustFind(tx, token)),
  run: async (_work, _input, juez) => juez,
}

interface Entering {
  readonly sesionToken: string
  readonly oldToken: string | undefined
}

/**
 * Opens a session with a personal link, and ends the session that the browser had. An invalid link is refused after one
 * read and counts no attempt; a valid one counts against the limit of its judge and network.
 */
export const enterAsJuez: Act<typeof contract.enterAsJuez, Entering> = {
  unkeyed: true,
  prepare: async (deps, { token }, { network, cookieToken }) => {
    const { id } = await deps.db.read((tx) => mustFind(tx, token))
    await claimAttempt(deps, [['juez', `${id}|${network}`]])
    return { sesionToken: newToken(), oldToken: cookieToken }
  },
  run: async (work, { token }, { sesionToken, oldToken }) => {
    const juez = await mustFind(work.tx, token)
    await endSesion(work, oldToken)
    await openSesion(work, { role: 'juez', email: '', ...juez }, sesionToken)
    return juez
  },
  respond: (deps, reply, { sesionToken }) => setCookie(deps.env, reply, 'sesion', sesionToken),
}

async function mustFind(tx: Tx, token: string): Promise<{ readonly id: string; readonly nombre: string }> {
  const juez = await findByEnlace(tx, token)
  if (!juez) throw new Problem('juez.enlaceInvalid')
  return juez
}
