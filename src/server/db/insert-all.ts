import type { Insertable } from 'kysely'
import type { Tx } from './database.ts'
import type { Schema } from './schema.ts'

/** Values per statement. SQLite accepts 32,766; PostgreSQL 65,535. */
const VALUES_MAX = 30_000

/** Inserts rows in as few statements as both databases accept. */
export async function insertAll<T extends keyof Schema>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<void> {
  const width = Object.keys(rows[0] ?? { none: null }).length
  const size = Math.floor(VALUES_MAX / width)
  for (let from = 0; from < rows.length; from += size) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + size))
      .execute()
  }
}
