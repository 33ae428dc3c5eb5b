import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { SettingsError } from '../env.ts'
import { openingFault, primaryOf } from './fault.ts'
import { BUSY, SQLITE_FILE } from './sqlite.ts'

/** The advisory lock of PostgreSQL that each running server shares. */
export const SERVERS = 20251122

/**
 * Takes the lock of the servers on a PostgreSQL database alone, until it is disposed of. A server that starts meanwhile follows
 * changes only after that. Throws `SettingsError` while a server, or another holder, runs.
 */
export async function excludeServers(databaseUrl: string): Promise<AsyncDisposable> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  const end = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${SERVERS}) as free`)
    if (rows[0]?.free !== true) throw new SettingsError([TAKEN])
    return { [Symbol.asyncDispose]: end }
  } catch (error) {
    await end()
    throw error
  }
}

const TAKEN =
  'DATABASE_URL: ya hay un servidor en marcha con esta base de datos, u otra restauración. Detenlos y vuelve a intentarlo.'

/** A SQLite file without content. Its name begins like the database, so the start closes it to other users too. */
const LOCK_FILE = `${SQLITE_FILE}-servidor`
const NOT_A_DATABASE = 26
/** A server that is replaced may still be exiting. */
const WAIT_MS = 2_000

/**
 * Takes the lock that a server with SQLite holds on its data folder for as long as it runs. The operating system releases the
 * lock when the process ends, however it ends. Returns a function that releases it. Throws `SettingsError` while another
 * process holds it.
 */
export function lockServer(dataDir: string): () => void {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: WAIT_MS })
    // A journal on the disk needs room.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock?.close()
    const faults: Readonly<Record<number, string>> = {
      [BUSY]: `DATA_DIR: ya hay un servidor en marcha con los datos de ${dataDir}. Detenlo, o usa otra carpeta.`,
      [NOT_A_DATABASE]: `DATA_DIR: ${join(dataDir, LOCK_FILE)} debe estar vacío. Bórralo: el servidor hace otro.`,
    }
    const fault = faults[primaryOf(error)] ?? openingFault(error, 'sqlite')
    throw fault === null ? error : new SettingsError([fault], error)
  }
  return () => lock.close()
}
