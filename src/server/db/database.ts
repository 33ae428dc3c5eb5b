import {
  PostgresAdapter,
  sql,
  type Expression,
  type Insertable,
  type InsertObject,
  type RawBuilder,
  Transaction,
  type Dialect,
  type TransactionBuilder,
} from 'kysely'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Schema } from './schema.ts'

/** A transaction, of writes or of reads. All statements run in one. */
export type Tx = Transaction<Schema>

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  /** Runs one write transaction at a time: no other one changes what it reads. Rolls back when `run` throws. */
  readonly write: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  /** Runs reads that all see the same snapshot. */
  readonly read: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  /** Calls `wake` soon after a commit of another process, and when some may have been missed. Returns a function that stops it. */
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

const inTransaction = new AsyncLocalStorage<true>()

/** Throws inside a transaction: a second one would wait for it on SQLite, and read another snapshot on PostgreSQL. */
export function refuseNested(): void {
  if (inTransaction.getStore()) throw new Error('A transaction was asked for inside another: use the one that is open.')
}

/** Where transactions begin. */
export interface Transactions {
  readonly dialect: Dialect
  readonly builder: TransactionBuilder<Schema>
}

/**
 * Runs a transaction. Kysely sends one statement of a transaction at a time; here those that are asked for together are sent
 * together, and PostgreSQL answers them in their order. Throws at a statement that comes when `run` has ended: it would be
 * committed alone.
 */
export async function runTransaction<T>({ dialect, builder }: Transactions, run: (tx: Tx) => Promise<T>): Promise<T> {
  return builder.execute((serial) => {
    const one = serial.getExecutor()
    return one.provideConnection(async (connection) => {
      let isOver = false
      const executor = one.withConnectionProvider({
        provideConnection: async (send) => {
          if (isOver) throw new Error('A statement was asked for after its transaction.')
          return send(connection)
        },
      })
      const tx = new Transaction<Schema>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor })
      try {
        return await inTransaction.run(true, () => run(tx))
      } finally {
        isOver = true
      }
    })
  })
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
  row: InsertObject<Schema, T>,
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
export function selectEpoch(tx: Tx, epoch: Expression<string>): RawBuilder<string> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return sql`${epoch}`
  return sql`${epoch} || '-' || case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`
}
