import type { SchemaModule } from 'kysely'

/** Stored files that no row names, and since when: what the sweep has seen. */
export async function up(db: { readonly schema: SchemaModule }): Promise<void> {
  await db.schema
    .createTable('archivo_suelto')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('carpeta', 'text', (c) => c.notNull())
    .addColumn('desde', 'bigint', (c) => c.notNull())
    .execute()
}
