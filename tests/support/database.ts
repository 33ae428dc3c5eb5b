import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/server/db/open.ts'
import { SQLITE_FILE } from '../../src/server/db/sqlite.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { readMigrated, resetDatabase } from './reset-database.ts'
import { freshBucket } from './s3.ts'

/** A fresh, migrated place for one app: a folder, on PostgreSQL a database of its own, and on S3 a bucket of its own. */
export interface Place extends AsyncDisposable {
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly storageUrl: string | null
}

/** Where stored files are in this run: at the S3 server that the runner handed over, else in the folder. */
export const STORAGE_URL = process.env['TEST_STORAGE_URL']

/** The engine that this run tests: PostgreSQL when the runner handed one over, else SQLite. */
export const ENGINE: Engine = process.env['TEST_DATABASE_URL'] ? 'postgres' : 'sqlite'
export type Engine = 'sqlite' | 'postgres'

type OfEngine = Omit<Place, 'dataDir' | 'storageUrl'>

/** Migrated once per test file and then copied: a fresh database costs milliseconds. */
const templates = new Map<Engine, Promise<(dataDir: string) => Promise<OfEngine>>>()

export async function freshPlace(engine: Engine = ENGINE): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salsa-'))
  const template = templates.get(engine) ?? (engine === 'postgres' ? postgresTemplate() : sqliteTemplate())
  templates.set(engine, template)
  const { databaseUrl, [Symbol.asyncDispose]: drop } = await (await template)(dataDir)
  return {
    dataDir,
    databaseUrl,
    storageUrl: STORAGE_URL ? await freshBucket(STORAGE_URL) : null,
    [Symbol.asyncDispose]: async () => {
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The settings by which a server is at home there. */
export function settingsOf({
  dataDir,
  databaseUrl,
  storageUrl,
}: Omit<Place, keyof AsyncDisposable>): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(storageUrl && { STORAGE_URL: storageUrl }),
  }
}

async function sqliteTemplate(): Promise<(dataDir: string) => Promise<OfEngine>> {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-plantilla-'))
  const db = await openDatabase({ dataDir: folder, databaseUrl: null })
  await db.close()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return async (dataDir) => {
    copyFileSync(join(folder, SQLITE_FILE), join(dataDir, SQLITE_FILE))
    return { databaseUrl: null, [Symbol.asyncDispose]: async () => undefined }
  }
}

/** A test uses the database of an earlier test again: making one costs PostgreSQL many times the CPU time of resetting one. */
async function postgresTemplate(): Promise<(dataDir: string) => Promise<OfEngine>> {
  const server: PostgresServer = await startPostgres()
  const template = `plantilla_${randomUUID().replaceAll('-', '')}`
  const url = await server.createDatabase(template)
  const db = await openDatabase({ dataDir: '', databaseUrl: url })
  await db.close()
  const migrated = await readMigrated(url)
  const spare: string[] = []
  return async () => {
    const databaseUrl =
      spare.pop() ?? (await server.createDatabase(`prueba_${randomUUID().replaceAll('-', '')}`, template))
    const leave = async () => {
      if (await resetDatabase(databaseUrl, migrated)) spare.push(databaseUrl)
      else await server.dropDatabase(new URL(databaseUrl).pathname.slice(1))
    }
    return { databaseUrl, [Symbol.asyncDispose]: leave }
  }
}
