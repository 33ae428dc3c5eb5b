import { SqliteAdapter, sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Tables that every command writes, found by their key alone. */
const TABLES = ['change_log', 'command_key', 'movimiento', 'turno']

/**
 * In SQLite a table and its key are two trees, unless the table is made `without rowid`: one tree, and half the pages that
 * a commit writes. The keys of commands lose their index by time: an index costs each command a page, and forgetting old
 * keys is rare enough to read them all.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema.dropIndex('command_key_at').execute()
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  for (const name of TABLES) {
    const { rows } = await sql<{ sql: string }>`select "sql" from sqlite_master where "name" = ${name}`.execute(db)
    const [table] = rows
    if (!table) throw new Error(`There is no table ${name}.`)
    const old = `${name}_con_rowid`
    await db.schema.alterTable(name).renameTo(old).execute()
    await sql.raw(`${table.sql} without rowid`).execute(db)
    await sql`insert into ${sql.table(name)} select * from ${sql.table(old)}`.execute(db)
    await db.schema.dropTable(old).execute()
  }
}
