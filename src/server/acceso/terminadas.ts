import type { Tx } from '../db/database.ts'
import { insertAll } from '../db/insert-all.ts'
import type { SesionTable } from '../db/schema.ts'

/** How long the device of an ended session may hand in late marks. */
export const TERMINADA_MS = 30 * 24 * 60 * 60_000

/** Keeps the deleted cookie sessions of judges: their devices may still hand in late marks. */
export async function keepTerminadas(tx: Tx, deleted: readonly SesionTable[], now: number): Promise<void> {
  const ofJueces = deleted.filter(({ role, esToken }) => role === 'juez' && esToken === 0)
  if (ofJueces.length === 0) return
  const rows = ofJueces.map(({ tokenHash, personaId }) => ({ tokenHash, juezId: personaId, terminada: now }))
  await insertAll(tx, 'sesion_terminada', rows)
}

/** Deletes the ended sessions that are older than 30 days. */
export async function forgetTerminadas(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('sesion_terminada')
    .where('terminada', '<', now - TERMINADA_MS)
    .execute()
}
