import type { SchemaModule } from 'kysely'

/** What an import has left to do stands in its row: a transaction waits for no store. */
export async function up(db: { readonly schema: SchemaModule }): Promise<void> {
  await db.schema.alterTable('archivos_pendientes').addColumn('plan', 'text').execute()
}
