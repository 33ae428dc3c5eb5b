import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The stored pieces of an upload. The key refuses a second piece at the same offset, whichever instance received it. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('subida_parte')
    .addColumn('subida', 'text', (c) => c.notNull().references('subida.id').onDelete('cascade'))
    .addColumn('inicio', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('archivo', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('subida_parte_clave', ['subida', 'inicio'])
    .execute()
}
