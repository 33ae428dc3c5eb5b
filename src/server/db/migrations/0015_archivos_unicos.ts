import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * A stored file has a unique name and never changes. Imports have no plan any more. Uploads that no entry uses yet start again:
 * their pieces have other names now.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema.dropTable('archivos_pendientes').execute()
  await db.deleteFrom('subida_parte').execute()
  await db.deleteFrom('subida').execute()
}
