import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { makeSchemaOf, migrate } from '../db/migrate.ts'
import { BackupError } from './format.ts'
import { NOT_UNDERSTOOD, type Row, type Saved } from './read.ts'
import { isRestored, TABLES } from './tables.ts'

/** PostgreSQL takes 65,535 values a statement, SQLite 32,766. */
const VALUES = 20_000

/**
 * Loads the rows of a backup into an empty database, inside a transaction of the caller. The tables are made anew as the
 * version that wrote the backup had them; once they hold its rows, the later migrations bring both to the newest schema.
 * Answers with how many rows were loaded.
 */
export async function loadSaved(tx: Tx, { migraciones, rows }: Saved): Promise<number> {
  await mustBeEmpty(tx)
  for (const table of TABLES.toReversed()) await tx.schema.dropTable(table).execute()
  await makeSchemaOf(tx, migraciones)
  const known = new Set((await tx.introspection.getTables()).map(({ name }) => name))
  let count = 0
  for (const [table, list] of rows) {
    if (!known.has(table)) throw new BackupError(NOT_UNDERSTOOD)
    if (!isRestored(table)) continue
    await insertAll(tx, table, list)
    count += list.length
  }
  await migrate(tx)
  // Pages that were open on the old place have revisions of another history: a new epoch tells them so.
  await tx
    .updateTable('revision')
    .set({ epoch: randomUUID().slice(0, 8) })
    .execute()
  return count
}

/** Throws when a database holds more than the start of a server leaves in it. */
export async function mustBeEmpty(tx: Tx): Promise<void> {
  for (const table of TABLES) {
    if (table === 'revision' || !isRestored(table)) continue
    const row = await tx.selectFrom(table).selectAll().limit(1).executeTakeFirst()
    if (row)
      throw new BackupError('El lugar de destino ya tiene datos. Restaura en uno vacío, con el servidor detenido.')
  }
}

/** The tables may be those of an older schema, so their columns are the ones that the rows name. */
async function insertAll(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const each = Math.max(1, Math.floor(VALUES / Math.max(1, columns.length)))
  for (let at = 0; at < rows.length; at += each) {
    const values = rows
      .slice(at, at + each)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}`.execute(
      tx,
    )
  }
}
