import { sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The id of the stored files that belong to this database. A file among them has the same id. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('almacen')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`"id" = 1`))
    .addColumn('identidad', 'text', (c) => c.notNull())
    .execute()
}
