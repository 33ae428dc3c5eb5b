import {
  Transaction,
  DummyDriver,
  Kysely,
  type DatabaseConnection,
  type Dialect,
  type Compilable,
  type CompiledQuery,
  type DialectAdapter,
  type Insertable,
  PostgresAdapter,
  sql,
  type Expression,
  type RawBuilder,
} from 'kysely'
import type { Schema } from './schema.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** A transaction, of writes or of reads. All statements run in one. */
export type Tx = Transaction<Schema>

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  /** Runs one write transaction at a time: no other one changes what it reads. Rolls back when `run` throws. */
  readonly write: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  /** Runs reads that all see the same snapshot. */
  readonly read: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  /** Calls `wake` soon after a commit of another process, and from time to time. Returns a function that stops it. */
  readonly watch: (wake: (isCommit: boolean) => void) => () => Promise<void>
  readonly close: () => Promise<void>
}

/** The database does not answer, or refuses work temporarily. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause })
    this.name = 'DatabaseAway'
  }
}

/** The answer to a commit was lost: the transaction may be committed or rolled back. */
export class DatabaseUnsure extends Error {
  constructor(cause: unknown) {
    super('The database did not answer a commit.', { cause })
    this.name = 'DatabaseUnsure'
  }
}

/** The disk is full: nothing was written. */
export class DatabaseFull extends Error {
  constructor(cause: unknown) {
    super('The disk is full.', { cause })
    this.name = 'DatabaseFull'
  }
}

/**
 * Returns a function that makes a transaction whose statements run on a given connection. Kysely only compiles them, with
 * the given dialect: its own driver and its own transactions are not used.
 */
export function transactionFactory(parts: Omit<Dialect, 'createDriver'>): (connection: DatabaseConnection) => Tx {
  const dialect: Dialect = { ...parts, createDriver: () => new DummyDriver() }
  const props = { config: { dialect }, dialect, driver: new DummyDriver() }
  // One for all transactions: a statement is compiled once.
  const unbound = new Kysely<Schema>({ dialect }).getExecutor()
  return (connection) => {
    const executor = unbound.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
    return new Transaction({ ...props, executor })
  }
}

/** The engine of the transaction that the current code runs in. */
const transactionEngine = new AsyncLocalStorage<Database['engine']>()

/**
 * Runs the body of a transaction. A second transaction inside it throws: it would wait for itself on SQLite, and read another
 * snapshot on PostgreSQL.
 */
export function insideTransaction<T>(engine: Database['engine'], run: () => Promise<T>): Promise<T> {
  return transactionEngine.run(engine, run)
}

export function refuseNested(): void {
  if (transactionEngine.getStore())
    throw new Error('A transaction was asked for inside another: use the one that is open.')
}

/** Caches a read per transaction: all reads of a transaction see the same snapshot. Not for a transaction that writes. */
export function inOneRead<A extends readonly string[], T>(
  read: (tx: Tx, ...asked: A) => Promise<T>,
): (tx: Tx, ...asked: A) => Promise<T> {
  const answers = new WeakMap<Tx, Map<string, Promise<T>>>()
  return (tx, ...asked) => {
    const known = answers.get(tx) ?? new Map<string, Promise<T>>()
    answers.set(tx, known)
    const key = JSON.stringify(asked)
    const answer = known.get(key) ?? read(tx, ...asked)
    known.set(key, answer)
    return answer
  }
}

/** A compiled statement. */
export interface Prepared {
  readonly text: string
  /** Unique among the statements of this process. */
  readonly name: string
  readonly hasRows: boolean
}

type Rows = readonly unknown[]

/** Runs a statement on the connection of a transaction and returns its rows. */
export type Runner = (prepared: Prepared, parameters: readonly unknown[]) => Rows | Promise<Rows>

const runners = new WeakMap<Tx, Runner>()

/**
 * Sends the compiled statements of a transaction directly to the connection, until `unsetRunner`. The layers of Kysely cost
 * as much as SQLite itself.
 */
export function setRunner(tx: Tx, runner: Runner): void {
  runners.set(tx, runner)
}

/** Reverts `setRunner` at the end of the transaction. A later statement goes to Kysely, which throws. */
export function unsetRunner(tx: Tx): void {
  runners.delete(tx)
}

/** Stands for the value of this name while a statement is compiled. Each run replaces it with the value. */
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

interface Compiled<R> {
  readonly query: CompiledQuery<R>
  readonly prepared: Prepared
}

let compiledStatements = 0

/**
 * A statement that differs only in its values. It is built and compiled at its first use: building costs several times as much
 * as running. `build` must pass the values on without reading them; each call gives the same fields. A raw statement returns
 * no rows.
 */
export function statement<V extends object, R>(
  build: (tx: Tx, values: V) => Compilable<R>,
): (tx: Tx, values: V) => Promise<R[]> {
  const known = new WeakMap<DialectAdapter, Compiled<R>>()
  return async (tx, values) => {
    const { adapter } = tx.getExecutor()
    let compiled = known.get(adapter)
    if (!compiled) {
      compiled = compile(build(tx, placeholdersFor(values)))
      known.set(adapter, compiled)
    }
    const { query, prepared } = compiled
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    )
    const runner = runners.get(tx)
    // The rows have the columns that the statement selects.
    if (runner) return runner(prepared, parameters) as R[] | Promise<R[]>
    return (await tx.executeQuery<R>({ ...query, parameters })).rows
  }
}

/** As `statement`, for a list of values that is not empty: built and compiled once for each length. */
export function listStatement<R>(
  build: (tx: Tx, values: readonly string[]) => Compilable<R>,
): (tx: Tx, values: readonly string[]) => Promise<R[]> {
  const byLength = new Map<number, (tx: Tx, values: readonly string[]) => Promise<R[]>>()
  return (tx, values) => {
    const run = byLength.get(values.length) ?? statement((tx, given) => build(tx, Object.values(given)))
    byLength.set(values.length, run)
    return run(tx, values)
  }
}

function compile<R>(compilable: Compilable<R>): Compiled<R> {
  const query = compilable.compile()
  const { query: node, sql: text } = query
  const hasRows = node.kind === 'SelectQueryNode' || ('returning' in node && node.returning !== undefined)
  compiledStatements += 1
  return { query, prepared: { text, name: `s${compiledStatements}`, hasRows } }
}

/** The object with a placeholder in place of each value. */
function placeholdersFor<V extends object>(values: V): V {
  const names = Object.keys(values).map((name) => [name, new Placeholder(name)])
  // Stands for `V` while a statement is built.
  return Object.fromEntries(names) as V
}

/** Values per statement. SQLite accepts 32,766; PostgreSQL 65,535. */
const VALUES_MAX = 30_000

/** Inserts rows in as few statements as both databases accept. */
export async function insertAll<T extends keyof Schema>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<void> {
  const width = Object.keys(rows[0] ?? { none: null }).length
  const size = Math.floor(VALUES_MAX / width)
  for (let from = 0; from < rows.length; from += size) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + size))
      .execute()
  }
}

/** Inserts a row, or replaces the values of the row that has the same `key` columns. */
export async function upsert<T extends keyof Schema>(
  tx: Tx,
  table: T,
  key: readonly (keyof Schema[T] & string)[],
  row: Insertable<Schema[T]>,
): Promise<void> {
  const names = Object.keys(row)
  const columns = (some: readonly string[]) => sql.join(some.map((name) => sql.ref(name)))
  const values = names.filter((name) => !key.some((column) => column === name))
  const changes = values.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)
  await sql`insert into ${sql.table(table)} (${columns(names)}) values (${sql.join(Object.values(row))})
    on conflict (${columns(key)}) do update set ${sql.join(changes)}`.execute(tx)
}

/** A name for a new epoch of the data. Revisions of two epochs cannot be compared. */
export function newEpoch(): string {
  return randomUUID().slice(0, 8)
}

/**
 * The epoch as clients see it. On PostgreSQL the timeline belongs to it: a standby that is promoted may lack the last commits,
 * and then gives their revisions to others.
 */
export function epochOf(tx: Tx, epoch: Expression<string>): RawBuilder<string> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return sql`${epoch}`
  return sql`${epoch} || '-' || case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`
}
