import { sql, type Kysely } from 'kysely'
import { newEpoch } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Schema } from './schema.ts'

/** The data were written by a newer version of the program. */
export class NewerData extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `Los datos son de una versión más nueva del programa (${unknown.join(', ')}). Usa esa versión, o restaura un respaldo anterior en un lugar vacío.`,
    )
  }
}

/** The data were written by an older version of the program, or not at all. */
export class OlderData extends Error {
  constructor() {
    super('Los datos son de una versión anterior del programa. Arráncalo una vez con npm start, que los actualiza.')
  }
}

/** Throws `NewerData` or `OlderData` when the database has not the newest schema. Changes nothing. */
export async function mustBeCurrent(tx: Kysely<Schema>): Promise<void> {
  const tables = await tx.introspection.getTables()
  const done = tables.some(({ name }) => name === 'migration') ? await migrationsOf(tx) : []
  const unknown = unknownMigrations(done)
  if (unknown.length > 0) throw new NewerData(unknown)
  if (done.length < Object.keys(MIGRATIONS).length) throw new OlderData()
}

/**
 * Brings the database to the newest schema. The caller holds a lock, because several instances may start at the same moment.
 * Throws `NewerData`.
 */
export async function migrate(tx: Kysely<Schema>): Promise<void> {
  await tx.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.primaryKey())
    .execute()
  const done = await migrationsOf(tx)
  const unknown = unknownMigrations(done)
  if (unknown.length > 0) throw new NewerData(unknown)

  await runMigrations(tx, (name) => !done.includes(name))
  await tx
    .insertInto('revision')
    .values({ id: 1, epoch: newEpoch(), revision: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Makes the schema that some migrations lead to, without rows. The tables must have been dropped. */
export async function makeSchemaOf(tx: Kysely<Schema>, migraciones: readonly string[]): Promise<void> {
  await sql`delete from "migration"`.execute(tx)
  await runMigrations(tx, (name) => migraciones.includes(name))
}

/** Runs the migrations whose name is wanted, in order, and records them. */
async function runMigrations(tx: Kysely<Schema>, isWanted: (name: string) => boolean): Promise<void> {
  for (const [name, up] of Object.entries(MIGRATIONS)) {
    if (!isWanted(name)) continue
    await up(tx)
    await sql`insert into "migration" ("name") values (${name})`.execute(tx)
  }
}

/** The names that this version does not know: a newer version added them. */
export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !Object.hasOwn(MIGRATIONS, name))
}

/** The names of the migrations that ran in a database, in order. */
export async function migrationsOf(tx: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select "name" from "migration" order by "name"`.execute(tx)
  return rows.map((row) => row.name)
}
