import { sql, type Kysely } from 'kysely'
import * as first from './migrations/0001_first.ts'
import * as galeria from './migrations/0002_galeria.ts'
import * as inscripciones from './migrations/0003_inscripciones.ts'
import * as archivoSuelto from './migrations/0004_archivo_suelto.ts'
import * as planEnRenglon from './migrations/0005_plan_en_renglon.ts'
import * as turnoPulsado from './migrations/0009_turno_pulsado.ts'
import * as valoresFuera from './migrations/0010_valores_fuera.ts'
import * as sinRowid from './migrations/0011_sin_rowid.ts'
import * as jueces from './migrations/0012_jueces.ts'
import * as subidaParte from './migrations/0013_subida_parte.ts'
import * as almacen from './migrations/0014_almacen.ts'
import * as archivosUnicos from './migrations/0015_archivos_unicos.ts'
import * as sinSesionTerminada from './migrations/0016_sin_sesion_terminada.ts'
import * as panelDeCierre from './migrations/0017_panel_de_cierre.ts'
import { newEpoch } from './epoch.ts'
import type { Schema } from './schema.ts'

const MIGRATIONS = [
  { name: '0001_first', up: first.up },
  { name: '0002_galeria', up: galeria.up },
  { name: '0003_inscripciones', up: inscripciones.up },
  { name: '0004_archivo_suelto', up: archivoSuelto.up },
  { name: '0005_plan_en_renglon', up: planEnRenglon.up },
  { name: '0009_turno_pulsado', up: turnoPulsado.up },
  { name: '0010_valores_fuera', up: valoresFuera.up },
  { name: '0011_sin_rowid', up: sinRowid.up },
  { name: '0012_jueces', up: jueces.up },
  { name: '0013_subida_parte', up: subidaParte.up },
  { name: '0014_almacen', up: almacen.up },
  { name: '0015_archivos_unicos', up: archivosUnicos.up },
  { name: '0016_sin_sesion_terminada', up: sinSesionTerminada.up },
  { name: '0017_panel_de_cierre', up: panelDeCierre.up },
] as const

/** The data were written by a newer version of the program. */
export class NewerData extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `Los datos son de una versión más nueva del programa (${unknown.join(', ')}). Usa esa versión, o restaura un respaldo anterior en un lugar vacío.`,
    )
    this.name = 'NewerData'
  }
}

/**
 * Brings the database to the newest schema. The caller holds a lock, because several instances may start at the same moment.
 * Returns the names of the migrations that ran. Throws `NewerData`.
 */
export async function migrate(tx: Kysely<Schema>): Promise<string[]> {
  await tx.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.primaryKey())
    .execute()
  const done = await migrationsOf(tx)
  const unknown = unknownMigrations(done)
  if (unknown.length > 0) throw new NewerData(unknown)

  const ran = await runMigrations(tx, (name) => !done.includes(name))
  await tx
    .insertInto('revision')
    .values({ id: 1, epoch: newEpoch(), revision: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ran
}

/** Makes the schema that some migrations lead to, without rows. The tables must have been dropped. */
export async function makeSchemaOf(tx: Kysely<Schema>, migraciones: readonly string[]): Promise<void> {
  await sql`delete from "migration"`.execute(tx)
  await runMigrations(tx, (name) => migraciones.includes(name))
}

/** Runs the migrations whose name is wanted, in order, and records them. Returns their names. */
async function runMigrations(tx: Kysely<Schema>, isWanted: (name: string) => boolean): Promise<string[]> {
  const wanted = MIGRATIONS.filter(({ name }) => isWanted(name))
  for (const { name, up } of wanted) {
    await up(tx)
    await sql`insert into "migration" ("name") values (${name})`.execute(tx)
  }
  return wanted.map(({ name }) => name)
}

/** The names that this version does not know: a newer version added them. */
export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !MIGRATIONS.some((migration) => migration.name === name))
}

/** The names of the migrations that ran in a database, in order. */
export async function migrationsOf(tx: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select "name" from "migration" order by "name"`.execute(tx)
  return rows.map((row) => row.name)
}
