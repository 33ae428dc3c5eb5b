import type { Tx } from '../db/database.ts'
import type { ArchivosPendientesTable } from '../db/schema.ts'

/** Whether the database has an event: any category, entry, user or mark. */
export async function hasEvento(tx: Tx): Promise<boolean> {
  for (const table of ['categorias', 'competidores', 'users', 'calificaciones'] as const) {
    const found = await tx
      .selectFrom(table)
      .select((eb) => eb.val(1).as('one'))
      .limit(1)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}

/** Deletes the event, except for administrators and their accounts. */
export async function clearEvent(tx: Tx): Promise<void> {
  const tables = [
    'calificaciones',
    'tardia',
    'penalizacion',
    'retiro',
    'cierre',
    'escala',
    'sesion_terminada',
    'competidores',
    'categorias',
    'jueces',
    'users',
    'adminMinutoAMinuto',
    'adminCompetencia',
    'compartido',
    'evento',
    'inscripciones',
    'cupo',
    // The same file name may get other content.
    'musica',
  ] as const
  for (const table of tables) await tx.deleteFrom(table).execute()
}

/** Deletes turns and moves: they refer to the lists of the replaced event. */
export async function clearTurnos(tx: Tx): Promise<void> {
  await tx.deleteFrom('turno').execute()
  await tx.deleteFrom('movimiento').execute()
}

/** Deletes the account of everybody except administrators, so that no imported user gets an earlier user's password. */
export async function clearCuentas(tx: Tx): Promise<void> {
  const admins = tx
    .selectFrom('admin')
    .select('emailKey')
    .where('emailKey', 'is not', null)
    .$castTo<{ emailKey: string }>()
  await tx.deleteFrom('cuenta').where('emailKey', 'not in', admins).execute()
}

/** The paths of all tracks and photos that rows name. */
export async function readNamedFiles(tx: Tx): Promise<Set<string>> {
  const musica = await tx.selectFrom('competidores').select('musicaPath as path').distinct().execute()
  const fotos = await tx.selectFrom('users').select('fotoPath as path').distinct().execute()
  return new Set([...musica, ...fotos].flatMap(({ path }) => path || []))
}

/** The batches of staged files that have a plan. */
export async function listPendientes(tx: Tx): Promise<string[]> {
  return (await tx.selectFrom('archivos_pendientes').select('lote').orderBy('lote').execute()).map(({ lote }) => lote)
}

export async function findPendiente(tx: Tx, lote: string): Promise<ArchivosPendientesTable | undefined> {
  return tx.selectFrom('archivos_pendientes').selectAll().where('lote', '=', lote).executeTakeFirst()
}

export async function insertPendiente(tx: Tx, pendiente: ArchivosPendientesTable): Promise<void> {
  await tx.insertInto('archivos_pendientes').values(pendiente).execute()
}

/** Returns false when another process has deleted it. */
export async function deletePendiente(tx: Tx, lote: string): Promise<boolean> {
  const row = await tx.deleteFrom('archivos_pendientes').where('lote', '=', lote).returning('lote').executeTakeFirst()
  return row !== undefined
}
