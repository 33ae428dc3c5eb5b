import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { SettingsError, type Env } from '../env.ts'
import { DatabaseFull, type Database } from './database.ts'
import { isDiskFull, openingFault } from './fault.ts'
import { migrate, mustBeCurrent } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite, SQLITE_FILE } from './sqlite.ts'

/**
 * Opens the database of the settings and brings it to the newest schema. Throws `DatabaseFull`, and `SettingsError` when it
 * cannot be opened for another reason. SQLite can be opened on a full disk when its `-shm` file is still there, after a crash.
 */
export async function openDatabase(env: Place): Promise<Database> {
  return openAnd(env, (db) =>
    db.write(async (tx) => {
      // Locks out other instances that start. On SQLite the write transaction does so already.
      if (db.engine === 'postgres') await sql`select pg_advisory_xact_lock(20251121)`.execute(tx)
      await migrate(tx)
    }),
  )
}

/** Opens the database of an event as it is, and changes nothing in it. Also throws `SettingsError` for another schema than the newest. */
export async function openUnchanged(env: Place): Promise<Database> {
  if (env.databaseUrl === null && !existsSync(join(env.dataDir, SQLITE_FILE)))
    throw new SettingsError([`DATA_DIR: en ${env.dataDir} no hay un evento.`])
  return openAnd(env, (db) => db.read(mustBeCurrent))
}

type Place = Pick<Env, 'databaseUrl' | 'dataDir'>

/** Opens the database and prepares it. Closes it again when that fails. */
async function openAnd(env: Place, prepare: (db: Database) => Promise<unknown>): Promise<Database> {
  try {
    const db = env.databaseUrl ? openPostgres(env.databaseUrl) : openSqlite(env.dataDir)
    await prepare(db).catch(async (error: unknown) => {
      await db.close()
      throw error
    })
    return db
  } catch (error) {
    if (isDiskFull(error)) throw new DatabaseFull(error)
    const fault = openingFault(error, env.databaseUrl === null ? 'sqlite' : 'postgres')
    throw fault === null ? error : new SettingsError([fault], error)
  }
}
