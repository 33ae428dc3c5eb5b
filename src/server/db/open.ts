import { sql } from 'kysely'
import { SettingsError, type Env } from '../env.ts'
import { DatabaseFull, type Database } from './database.ts'
import { isDiskFull, openingFault } from './fault.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens the database of the settings and brings it to the newest schema. Throws `DatabaseFull`, and `SettingsError` when it
 * cannot be opened for another reason. SQLite can be opened on a full disk when its `-shm` file is still there, after a crash.
 */
export async function openDatabase(env: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  try {
    return await openAndMigrate(env)
  } catch (error) {
    if (isDiskFull(error)) throw new DatabaseFull(error)
    const fault = openingFault(error, env.databaseUrl === null ? 'sqlite' : 'postgres')
    throw fault === null ? error : new SettingsError([fault], error)
  }
}

/** Opens the database and brings its schema up to date. Closes it again when that fails. */
async function openAndMigrate(env: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  const db = env.databaseUrl ? openPostgres(env.databaseUrl) : openSqlite(env.dataDir)
  try {
    await db.write(async (tx) => {
      // Locks out other instances that start. On SQLite the write transaction does so already.
      if (db.engine === 'postgres') await sql`select pg_advisory_xact_lock(20251121)`.execute(tx)
      await migrate(tx)
    })
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
