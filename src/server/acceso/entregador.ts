import type { Tx } from '../db/database.ts'
import { expiryOfSesion, findSesion, hashToken } from './sesiones.ts'

/** How long the device of an ended session may hand in late marks. */
export const TERMINADA_MS = 30 * 24 * 60 * 60_000

/** The judge whose device may hand in late marks. */
export interface Entregador {
  readonly juezId: string
  /** The session has ended. */
  readonly terminada: boolean
}

/** Finds the judge of a session cookie: of a session that is open, or ended at most 30 days ago. API tokens do not count. */
export async function findEntregador(tx: Tx, token: string, now: number): Promise<Entregador | undefined> {
  const tokenHash = hashToken(token)
  const since = now - TERMINADA_MS
  const sesion = await findSesion(tx, tokenHash)
  if (sesion) {
    const isOfJuez = sesion.role === 'juez' && sesion.esToken === 0
    const end = expiryOfSesion(sesion)
    return isOfJuez && end >= since ? { juezId: sesion.personaId, terminada: end < now } : undefined
  }
  const ended = tx.selectFrom('sesion_terminada').select('juezId').where('tokenHash', '=', tokenHash)
  const row = await ended.where('terminada', '>=', since).executeTakeFirst()
  return row && { juezId: row.juezId, terminada: true }
}
