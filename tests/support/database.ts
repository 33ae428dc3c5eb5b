import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/server/db/open.ts'
import { SQLITE_FILE } from '../../src/server/db/sqlite.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'

/** A fresh, migrated place for one app: a folder, and on PostgreSQL a database of its own. */
export interface Place extends AsyncDisposable {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

/** The engine that this run tests: PostgreSQL when the runner handed one over, else SQLite. */
export const ENGINE: Engine = process.env['TEST_DATABASE_URL'] ? 'postgres' : 'sqlite'
export type Engine = 'sqlite' | 'postgres'

/** Migrated once per test file and then copied: a fresh database costs milliseconds. */
const templates = new Map<Engine, Promise<(dataDir: string) => Promise<Omit<Place, 'dataDir'>>>>()

export async function freshPlace(engine: Engine = ENGINE): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salsa-'))
  const template = templates.get(engine) ?? (engine === 'postgres' ? postgresTemplate() : sqliteTemplate())
  templates.set(engine, template)
  const { databaseUrl, [Symbol.asyncDispose]: drop } = await (await template)(dataDir)
  return {
    dataDir,
    databaseUrl,
    [Symbol.asyncDispose]: async () => {
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function sqliteTemplate(): Promise<(dataDir: string) => Promise<Omit<Place, 'dataDir'>>> {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-plantilla-'))
  const db = await openDatabase({ dataDir: folder, databaseUrl: null })
  await db.close()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return async (dataDir) => {
    copyFileSync(join(folder, SQLITE_FILE), join(dataDir, SQLITE_FILE))
    return { databaseUrl: null, [Symbol.asyncDispose]: async () => undefined }
  }
}

async function postgresTemplate(): Promise<(dataDir: string) => Promise<Omit<Place, 'dataDir'>>> {
  const server: PostgresServer = await startPostgres()
  const name = `plantilla_${randomUUID().replaceAll('-', '')}`
  const url = await server.createDatabase(name)
  const db = await openDatabase({ dataDir: '', databaseUrl: url })
  await db.close()
  return async () => {
    const own = `prueba_${randomUUID().replaceAll('-', '')}`
    const databaseUrl = await server.createDatabase(own, name)
    return { databaseUrl, [Symbol.asyncDispose]: () => server.dropDatabase(own) }
  }
}
