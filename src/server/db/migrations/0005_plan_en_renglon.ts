import type { SchemaModule } from 'kysely'

/** Adds the work that an import still has to do on files to its row, so that no transaction waits for the file store. */
export async function up(db: { readonly schema: SchemaModule }): Promise<void> {
  await db.schema.alterTable('archivos_pendientes').addColumn('plan', 'text').execute()
}
