import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { sql, type Insertable } from 'kysely'
import { DatabaseUnsure, type Database, type Tx, insertAll, newEpoch } from '../db/database.ts'
import { isRefusedRow } from '../db/fault.ts'
import { makeSchemaOf, migrate } from '../db/migrate.ts'
import { isRestored, RESTORED, TABLES, type Schema } from '../db/schema.ts'
import { isSame } from '../files/content.ts'
import type { FileStore } from '../files/store.ts'
import {
  type BackedUp,
  BackupError,
  FILES_FOLDER,
  listBackedUp,
  NOT_UNDERSTOOD,
  readSaved,
  type Saved,
} from './data.ts'

/**
 * Restores a backup of this version or an older one into an empty database and file store: everything or nothing. The engine
 * may differ from that of the backup. The caller holds the lock of the server: no server and no other restore may run.
 * Sessions, one-time links and sign-in attempts are not restored, so everybody signs in again. Returns the number of rows and
 * files. Throws `BackupError`.
 */
export async function restore(db: Database, files: FileStore, folder: string): Promise<BackedUp> {
  const saved = await readSaved(folder)
  const backedUp = await listBackedUp(folder, saved)
  await db.read(mustBeEmpty)
  const existing = await files.list('')
  for (const path of existing) {
    // A restore of this backup that was interrupted leaves equal files. Any other file is not ours.
    if (!(await isSame(files, path, join(folder, FILES_FOLDER, path))))
      throw new BackupError('El lugar de destino ya tiene archivos. Restaura en uno vacío.')
  }
  const paths = backedUp.filter((path) => !existing.includes(path))
  try {
    for (const path of paths) await files.put(path, createReadStream(join(folder, FILES_FOLDER, path)))
    const renglones = await db.write((tx) => insertSaved(tx, saved))
    return { renglones, archivos: existing.length + paths.length }
  } catch (error) {
    // A store that does not answer keeps the files; the next restore of the same backup accepts them.
    // So does a commit without an answer: the rows may name these files.
    if (!(error instanceof DatabaseUnsure)) await removeAll(files, paths).catch(() => undefined)
    throw error
  }
}

async function removeAll(files: FileStore, paths: readonly string[]): Promise<void> {
  for (const path of paths) await files.remove(path)
}

/**
 * Inserts the rows of a backup into an empty database. Makes the tables again in the schema of the backup, inserts the rows,
 * and then runs the later migrations. Returns the number of rows.
 */
async function insertSaved(tx: Tx, { migraciones, rows }: Saved): Promise<number> {
  await mustBeEmpty(tx)
  for (const table of TABLES.toReversed()) await tx.schema.dropTable(table).execute()
  await makeSchemaOf(tx, migraciones)
  const known = new Set((await tx.introspection.getTables()).map(({ name }) => name))
  let count = 0
  for (const [table, list] of rows) {
    if (!known.has(table)) throw new BackupError(NOT_UNDERSTOOD)
    // A table of the backup's version may be gone since.
    if (!isRestored(table)) continue
    try {
      // The columns are those of the schema of the backup.
      await insertAll(tx, table, list as Insertable<Schema[typeof table]>[])
      // PostgreSQL gives the error of a write to the next statement that is read.
      await sql`select 1`.execute(tx)
    } catch (error) {
      throw isRefusedRow(error) ? new BackupError(`${NOT_UNDERSTOOD} Es de ${table}.`, { cause: error }) : error
    }
    count += list.length
  }
  await migrate(tx)
  // A new epoch: open pages hold revisions of the previous database and must load everything again.
  await tx.updateTable('revision').set({ epoch: newEpoch() }).execute()
  return count
}

/** Throws when the database has more rows than a server inserts at its first start. */
async function mustBeEmpty(tx: Tx): Promise<void> {
  for (const table of RESTORED) {
    if (table === 'revision') continue
    const row = await tx.selectFrom(table).selectAll().limit(1).executeTakeFirst()
    if (row)
      throw new BackupError('El lugar de destino ya tiene datos. Restaura en uno vacío, con el servidor detenido.')
  }
}
