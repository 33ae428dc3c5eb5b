import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** A closed category keeps its panel: a judge who joins it later is not missing. Until now the panel could be any judge. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('cierre')
    .addColumn('panel', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  const jueces = await db.selectFrom('jueces').select('id').orderBy('id').execute()
  await db
    .updateTable('cierre')
    .set({ panel: JSON.stringify(jueces.map(({ id }) => id)) })
    .execute()
}
