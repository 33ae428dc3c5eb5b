import type { Database, Tx } from '../db/database.ts'

/**
 * Forgets what is over by time, so that nobody makes these tables grow by asking. What somebody else has in hand stays for
 * the next time: who waits for a row while holding others may be waited for.
 */
export async function forgetOver(
  tx: Tx,
  { engine, now, sesion }: { engine: Database['engine']; now: number; sesion: { vista: number; creada: number } },
): Promise<void> {
  const intentos = tx.selectFrom('intento').select('bucket').where('hasta', '<=', now)
  const enlaces = tx.selectFrom('enlace').select('tokenHash').where('vence', '<=', now)
  const sesiones = tx
    .selectFrom('sesion')
    .select('id')
    .where((eb) => eb.or([eb('vista', '<', sesion.vista), eb('creada', '<', sesion.creada)]))
  // SQLite has one writer at a time, and no word for this.
  const waits = engine === 'sqlite'
  const bucket = waits ? intentos : intentos.forUpdate().skipLocked()
  await tx.deleteFrom('intento').where('bucket', 'in', bucket).execute()
  const tokenHash = waits ? enlaces : enlaces.forUpdate().skipLocked()
  await tx.deleteFrom('enlace').where('tokenHash', 'in', tokenHash).execute()
  const id = waits ? sesiones : sesiones.forUpdate().skipLocked()
  await tx.deleteFrom('sesion').where('id', 'in', id).execute()
}

/** Counts one attempt and says how many there were in this window, and until when: then it begins again. */
export async function countIntento(
  tx: Tx,
  bucket: string,
  now: number,
  windowMs: number,
): Promise<{ readonly cuenta: number; readonly hasta: number }> {
  return tx
    .insertInto('intento')
    .values({ bucket, cuenta: 1, hasta: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet((eb) => ({
        cuenta: eb
          .case()
          .when('intento.hasta', '<=', now)
          .then(1)
          .else(eb('intento.cuenta', '+', 1))
          .end(),
        hasta: eb
          .case()
          .when('intento.hasta', '<=', now)
          .then(now + windowMs)
          .else(eb.ref('intento.hasta'))
          .end(),
      })),
    )
    .returning(['cuenta', 'hasta'])
    .executeTakeFirstOrThrow()
}

/** The counts of buckets whose window is not over. */
export async function readIntentos(
  tx: Tx,
  buckets: readonly string[],
  now: number,
): Promise<{ readonly bucket: string; readonly cuenta: number; readonly hasta: number }[]> {
  return tx.selectFrom('intento').selectAll().where('bucket', 'in', buckets).where('hasta', '>', now).execute()
}

/** Takes attempts back: they were good ones. In the order in which they are counted, or two would wait for each other. */
export async function refundIntentos(tx: Tx, buckets: readonly string[]): Promise<void> {
  for (const bucket of buckets) {
    await tx
      .updateTable('intento')
      .set((eb) => ({ cuenta: eb('cuenta', '-', 1) }))
      .where('bucket', '=', bucket)
      .where('cuenta', '>', 0)
      .execute()
  }
}
