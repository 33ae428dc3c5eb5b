import type { Deps } from '../deps.ts'
import { ABSOLUTE_MS, IDLE_MS } from './sesiones.ts'

/**
 * Deletes the expired sessions, one-time links and counts of attempts. Rows that are locked stay until the next sweep, to
 * avoid deadlocks.
 */
export async function sweepAcceso({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  // SQLite has one writer at a time, and no row locks.
  const hasLocks = db.engine === 'postgres'
  await db.write(async (tx) => {
    const sesiones = tx
      .selectFrom('sesion')
      .select('id')
      .where('esToken', '=', 0)
      .where((eb) => eb.or([eb('vista', '<', at - IDLE_MS), eb('creada', '<', at - ABSOLUTE_MS)]))
      .$if(hasLocks, (rows) => rows.forUpdate().skipLocked())
    await tx.deleteFrom('sesion').where('id', 'in', sesiones).execute()
    const intentos = tx
      .selectFrom('intento')
      .select('bucket')
      .where('hasta', '<=', at)
      .$if(hasLocks, (rows) => rows.forUpdate().skipLocked())
    await tx.deleteFrom('intento').where('bucket', 'in', intentos).execute()
    const enlaces = tx
      .selectFrom('enlace')
      .select('tokenHash')
      .where('vence', '<=', at)
      .$if(hasLocks, (rows) => rows.forUpdate().skipLocked())
    await tx.deleteFrom('enlace').where('tokenHash', 'in', enlaces).execute()
  })
}
