import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** An ended session of a judge opens nothing, so nothing of it is kept. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema.dropTable('sesion_terminada').execute()
}
