import type { Insertable } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { ArchivosPendientesTable, Schema } from '../db/schema.ts'

type Rows<T extends keyof Schema> = readonly Insertable<Schema[T]>[]

/** Values in one statement: SQLite takes 32 766, PostgreSQL 65 535. */
const VALUES_MAX = 30_000

/** Inserts as many rows as there are, in as few statements as both databases take. */
export async function insertAll<T extends keyof Schema>(tx: Tx, table: T, rows: Rows<T>): Promise<void> {
  const width = Object.keys(rows[0] ?? { none: null }).length
  const size = Math.floor(VALUES_MAX / width)
  for (let from = 0; from < rows.length; from += size) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + size))
      .execute()
  }
}

/** Whether there is an event already: categories, entries, users or marks. */
export async function isOccupied(tx: Tx): Promise<boolean> {
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

/** Takes the event out: all of it but its administrators and their sign-in. */
export async function clearEvent(tx: Tx): Promise<void> {
  const tables = [
    'calificaciones',
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
    // Other bytes may come under the same name.
    'musica',
  ] as const
  for (const table of tables) await tx.deleteFrom(table).execute()
}

/** Turns and moves are about lists that are no more. */
export async function clearTurnos(tx: Tx): Promise<void> {
  await tx.deleteFrom('turno').execute()
  await tx.deleteFrom('movimiento').execute()
}

/**
 * Takes away every sign-in but the administrators' of before, with its links: nobody comes in by a password that was
 * somebody else's.
 */
export async function clearCuentas(tx: Tx): Promise<void> {
  const admins = tx
    .selectFrom('admin')
    .select('emailKey')
    .where('emailKey', 'is not', null)
    .$castTo<{ emailKey: string }>()
  await tx.deleteFrom('cuenta').where('emailKey', 'not in', admins).execute()
}

/** Ends every session but the administrators'. Returns their ids. */
export async function endOtherSesiones(tx: Tx): Promise<string[]> {
  const rows = await tx.deleteFrom('sesion').where('role', '<>', 'admin').returning('id').execute()
  return rows.map((row) => row.id)
}

/** Every file that somebody names now. */
export async function readNamedFiles(tx: Tx): Promise<Set<string>> {
  const musica = await tx.selectFrom('competidores').select('musicaPath as path').distinct().execute()
  const fotos = await tx.selectFrom('users').select('fotoPath as path').distinct().execute()
  return new Set([...musica, ...fotos].flatMap(({ path }) => path || []))
}

export async function listPendientes(tx: Tx): Promise<string[]> {
  return (await tx.selectFrom('archivos_pendientes').select('lote').orderBy('lote').execute()).map(({ lote }) => lote)
}

export async function findPendiente(tx: Tx, lote: string): Promise<ArchivosPendientesTable | undefined> {
  return tx.selectFrom('archivos_pendientes').selectAll().where('lote', '=', lote).executeTakeFirst()
}

export async function insertPendiente(tx: Tx, pendiente: ArchivosPendientesTable): Promise<void> {
  await tx.insertInto('archivos_pendientes').values(pendiente).execute()
}

/** Whether it was still there: of two who finish the same one, one does. */
export async function deletePendiente(tx: Tx, lote: string): Promise<boolean> {
  const row = await tx.deleteFrom('archivos_pendientes').where('lote', '=', lote).returning('lote').executeTakeFirst()
  return row !== undefined
}
