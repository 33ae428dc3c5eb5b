import type { SchemaModule } from 'kysely'

/** From which session a turn was moved last, and when (ms since 1970). */
export async function up(db: { readonly schema: SchemaModule }): Promise<void> {
  await db.schema.alterTable('turno').addColumn('sesion', 'text').execute()
  await db.schema.alterTable('turno').addColumn('pulsado', 'bigint').execute()
}
