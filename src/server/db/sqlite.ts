import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { makeFolder, mustBeWritable } from '../files/folder.ts'
import { DatabaseAway, DatabaseFull, insideTransaction, refuseNested, type Database } from './database.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Schema } from './schema.ts'

const BUSY = 5
const FULL = 13
/** How long a write waits for a command line that holds the file, before it is told to come back. */
const BUSY_PATIENCE_MS = 20_000
const POLL_MS = 200
const STATEMENTS_KEPT = 300

export const SQLITE_FILE = 'evento.sqlite'

/**
 * SQLite in a folder: one handle that writes, one that reads, each one transaction at a time. WAL with synchronous=FULL:
 * what was acknowledged is on disk. A busy file is waited for here, asynchronously: SQLite's own waiting stops the process.
 */
export function openSqlite(folder: string): Database {
  makeFolder(folder)
  const file = join(folder, SQLITE_FILE)
  // SQLite itself would open it for reading alone, and say so only at the first write.
  for (const path of [folder, file, `${file}-wal`, `${file}-shm`]) mustBeWritable(path)
  makeOwnFile(file)
  const writer = new DatabaseSync(file, { timeout: 5_000 })
  writer.exec('pragma journal_mode = wal; pragma busy_timeout = 0; pragma synchronous = full; pragma foreign_keys = on')
  const reader = new DatabaseSync(file, { timeout: 0 })
  reader.exec('pragma query_only = on; pragma cache_size = -32000')
  const writes = new Kysely<Schema>({ dialect: new SqliteDialect({ database: adapt(writer, 'begin immediate') }) })
  const reads = new Kysely<Schema>({ dialect: new SqliteDialect({ database: adapt(reader, 'begin') }) })
  const writing = oneAtATime()
  const reading = oneAtATime()

  return {
    engine: 'sqlite',
    write: (run) => {
      refuseNested()
      return writing(() =>
        patient(() => writes.transaction().execute((tx) => insideTransaction('sqlite', () => run(tx)))),
      )
    },
    read: (run) => {
      refuseNested()
      return reading(() =>
        patient(() => reads.transaction().execute((tx) => insideTransaction('sqlite', () => run(tx)))),
      )
    },
    watch: (wake) => {
      const version = reader.prepare('pragma data_version')
      let seen = version.get()?.['data_version']
      const timer = setInterval(() => {
        const now = version.get()?.['data_version']
        if (now !== seen) wake()
        seen = now
      }, POLL_MS)
      return async () => clearInterval(timer)
    },
    close: async () => {
      await writing(async () => writer.close())
      await reading(async () => reader.close())
    },
  }
}

/**
 * Makes the file before SQLite would, for its owner alone: it holds what people sign in with. One that is there is not
 * even opened: closing it again would take away the locks that this process has on it.
 */
function makeOwnFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** Tries again while another process holds the file. Only the beginning of a transaction can find it held. */
async function patient<T>(run: () => Promise<T>): Promise<T> {
  const until = performance.now() + BUSY_PATIENCE_MS
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await run()
    } catch (error) {
      const code = codeOf(error)
      if (code === FULL) throw new DatabaseFull(error)
      if (code !== BUSY) throw error
      if (performance.now() > until) throw new DatabaseAway(error)
    }
    await wait(pause)
  }
}

function codeOf(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null
}

/** What Kysely's own SQLite dialect asks of a driver, over `node:sqlite`, each statement prepared once. */
function adapt(db: DatabaseSync, begin: string): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  const noRollback: SqliteStatement = {
    reader: false,
    all: () => [],
    run: () => ({ changes: 0, lastInsertRowid: 0 }),
    iterate: noRows,
  }
  return {
    close: () => db.close(),
    prepare: (text) => {
      // SQLite has already rolled back after a full disk; saying it again would hide the cause.
      if (text === 'rollback' && !db.isTransaction) return noRollback
      const known = statements.get(text)
      if (known) return known
      if (statements.size >= STATEMENTS_KEPT) statements.clear()
      const statement = adaptStatement(db.prepare(text === 'begin' ? begin : text))
      statements.set(text, statement)
      return statement
    },
  }
}

function* noRows(): IterableIterator<unknown> {
  // A rollback has no rows.
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...bound(values)),
    run: (values) => statement.run(...bound(values)),
    iterate: (values) => statement.iterate(...bound(values)),
  }
}

/** node:sqlite takes an object in first place as *named* values and then changes nothing, silently: refuse it. */
function bound(values: readonly unknown[]): SQLInputValue[] {
  return values.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value
    if (typeof value === 'boolean') return value ? 1 : 0
    if (value instanceof Uint8Array) return value
    throw new TypeError(`A ${typeof value} cannot be bound to a statement.`)
  })
}
