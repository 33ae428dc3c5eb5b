import { closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type SqliteStatement,
} from 'kysely'
import { codeOf } from '../disk-error.ts'
import { makeFolder, mustBeWritable } from '../files/folder.ts'
import { Queue } from '../queue.ts'
import {
  DatabaseAway,
  DatabaseFull,
  DatabaseUnsure,
  type Database,
  type Tx,
  refuseNested,
  runTransaction,
} from './database.ts'
import { primaryOf } from './fault.ts'
import type { Schema } from './schema.ts'

/** The result code of a file that another process holds. */
export const BUSY = 5
/** The result code of a disk that failed. */
const IO_ERROR = 10
/** The result code of a full disk. */
const FULL = 13
/** Longest time that a write waits while another process holds the file, ms. */
const BUSY_TIMEOUT_MS = 20_000
const POLL_MS = 200
/** Longest time that the opening waits, ms. */
const OPEN_TIMEOUT_MS = 5_000
const STATEMENTS_KEPT = 300

export const SQLITE_FILE = 'evento.sqlite'

/**
 * Opens SQLite in a folder, with one handle that writes and one that reads. Each runs one transaction at a time. WAL with
 * synchronous=FULL: a commit is on disk when it resolves. Waits for a busy file asynchronously: SQLite itself would block.
 */
export function openSqlite(folder: string): Database {
  makeFolder(folder)
  const file = join(folder, SQLITE_FILE)
  // SQLite would open a read-only file, and fail at the first write.
  for (const path of [folder, file, `${file}-wal`, `${file}-shm`]) mustBeWritable(path)
  makeOwnFile(file)
  const writer = new DatabaseSync(file, { timeout: OPEN_TIMEOUT_MS })
  writer.exec('pragma journal_mode = wal; pragma busy_timeout = 0; pragma synchronous = full; pragma foreign_keys = on')
  // The first read may meet another process that opens the file too, and holds it for a moment.
  const reader = new DatabaseSync(file, { timeout: OPEN_TIMEOUT_MS })
  reader.exec('pragma query_only = on; pragma cache_size = -32000; pragma busy_timeout = 0')
  const ino = inodeOf(file)
  // The system still writes to a file that was removed or replaced, and what it writes is lost when the process ends.
  const mustBeThere = (): void => {
    if (inodeOf(file) !== ino) throw new DatabaseAway(new Error(`${file} was removed or replaced.`))
  }
  const writes = transactionsOf(writer, 'begin immediate', mustBeThere)
  const reads = transactionsOf(reader, 'begin', mustBeThere)

  return {
    engine: 'sqlite',
    write: writes.execute,
    read: reads.execute,
    watch: (wake) => {
      // The version is that of the handle that writes: it counts only commits of other processes.
      const version = writer.prepare('pragma data_version')
      let seen = version.get()?.['data_version']
      const timer = setInterval(() => {
        const now = version.get()?.['data_version']
        if (now !== seen) wake(true)
        seen = now
      }, POLL_MS)
      return async () => clearInterval(timer)
    },
    close: async () => {
      await writes.queue.run(async () => writer.close())
      await reads.queue.run(async () => reader.close())
    },
  }
}

/** Runs the transactions of one handle. */
function transactionsOf(db: DatabaseSync, begin: string, mustBeThere: () => void) {
  const driver = new Driver(db, begin)
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (of) => new SqliteIntrospector(of),
  }
  const transactions = { dialect, builder: new Kysely<Schema>({ dialect }).transaction() }
  const transact = async <T>(run: (tx: Tx) => Promise<T>): Promise<T> => {
    mustBeThere()
    return runTransaction(transactions, run)
  }
  const queue = new Queue()
  return {
    queue,
    execute: <T>(run: (tx: Tx) => Promise<T>): Promise<T> => {
      refuseNested()
      return queue.run(() => retryWhileBusy(() => transact(run)))
    },
  }
}

/** Kysely's driver for SQLite on a handle of `node:sqlite`. */
class Driver extends SqliteDriver {
  readonly #db: DatabaseSync
  readonly #begin: string

  constructor(db: DatabaseSync, begin: string) {
    const known = new Map<string, SqliteStatement>()
    const prepare = (text: string): SqliteStatement => {
      const statement = known.get(text) ?? prepareStatement(db, text)
      if (known.size >= STATEMENTS_KEPT) known.clear()
      known.set(text, statement)
      return statement
    }
    super({ database: { prepare, close: () => db.close() } })
    this.#db = db
    this.#begin = begin
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin))
  }

  /**
   * Throws `DatabaseUnsure` when the disk fails: SQLite rolls back, but the transaction may be complete in the file. It counts
   * if this process ends before another transaction replaces it.
   */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      throw primaryOf(error) === IO_ERROR ? new DatabaseUnsure(error) : error
    }
  }

  /** SQLite rolls back by itself after a full disk; a second rollback would throw and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#db.isTransaction) await super.rollbackTransaction(connection)
  }
}

/**
 * Makes the file, readable only for its owner, because it contains credentials. Does not open an existing file: closing it
 * would release the locks of this process.
 */
function makeOwnFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** The number that the file system gave to a file; null when the file cannot be found. */
function inodeOf(file: string): number | null {
  try {
    return statSync(file).ino
  } catch {
    // Removed, or its folder cannot be read: in both cases there is no number to compare.
    return null
  }
}

/** Retries while another process holds the file. Only the start of a transaction can fail for that reason. */
async function retryWhileBusy<T>(run: () => Promise<T>): Promise<T> {
  const until = performance.now() + BUSY_TIMEOUT_MS
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await run()
    } catch (error) {
      const code = primaryOf(error)
      if (code === FULL) throw new DatabaseFull(error)
      if (code !== BUSY) throw error
      if (performance.now() > until) throw new DatabaseAway(error)
    }
    await wait(pause)
  }
}

function prepareStatement(db: DatabaseSync, text: string): SqliteStatement {
  const statement = db.prepare(text)
  // The records of node:sqlite are dictionaries, slow to make and slow to read.
  statement.setReturnArrays(true)
  const names = statement.columns().map(({ name }) => name)
  return {
    reader: names.length > 0,
    all: (parameters) => statement.all(...bound(parameters)).map((row) => rowToRecord(names, row)),
    run: (parameters) => statement.run(...bound(parameters)),
    iterate: () => {
      throw new Error('Rows are read whole: streaming them is not supported.')
    },
  }
}

/** Makes an object from the values of a row. */
function rowToRecord(names: readonly string[], row: unknown): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  if (!Array.isArray(row)) return record
  let index = 0
  for (const name of names) {
    record[name] = row[index]
    index += 1
  }
  return record
}

/** Throws for an object: node:sqlite would read it as named values and bind nothing. */
function bound(values: readonly unknown[]): SQLInputValue[] {
  return values.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value
    if (typeof value === 'boolean') return value ? 1 : 0
    if (value instanceof Uint8Array) return value
    throw new TypeError(`A ${typeof value} cannot be bound to a statement.`)
  })
}
