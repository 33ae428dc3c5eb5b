import type { SchemaModule } from 'kysely'

/** Adds the column `plan`: the work on files that an import leaves for after its transaction, which does not wait for the file store. */
export async function up(db: { readonly schema: SchemaModule }): Promise<void> {
  await db.schema.alterTable('archivos_pendientes').addColumn('plan', 'text').execute()
}
