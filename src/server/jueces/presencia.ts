import type * as contract from '#contract/presencia.ts'
import type { Presencia } from '#domain/presencia.ts'
import { upsert } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Ask } from '../http/route.ts'

/** Returns the last heartbeat of each judge, with the time of the answer. */
export const readPresencias: Ask<typeof contract.readPresencias> = async ({ db, now }) => {
  const rows = await db.read((tx) => tx.selectFrom('presencia').selectAll().execute())
  return { ahora: now(), presencias: rows.map((row) => ({ ...row, cerrada: row.cerrada === 1 })) }
}

/** Saves a heartbeat outside `transact`: it changes nothing that a view shows, and each page sends one every few seconds. */
export async function savePresencia({ db }: Deps, { cerrada, ...heartbeat }: Presencia): Promise<void> {
  await db.write((tx) => upsert(tx, 'presencia', ['juezId'], { ...heartbeat, cerrada: cerrada ? 1 : 0 }))
}
