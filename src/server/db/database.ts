import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** A transaction, of writes or of reads. All statements run in one. */
export type Tx = Transaction<Schema>

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  /** Runs one write transaction at a time: no other one changes what it reads. Rolls back when `run` throws. */
  readonly write: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  /** Runs reads that all see the same snapshot. */
  readonly read: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  /** Calls `wake` soon after a commit of another process. Returns a function that stops it. */
  readonly watch: (wake: () => void) => () => Promise<void>
  readonly close: () => Promise<void>
}

const inside = new AsyncLocalStorage<Database['engine']>()

/**
 * Runs the body of a transaction. A second transaction inside it throws: it would wait for itself on SQLite, and read another
 * snapshot on PostgreSQL.
 */
export function insideTransaction<T>(engine: Database['engine'], run: () => Promise<T>): Promise<T> {
  return inside.run(engine, run)
}

export function refuseNested(): void {
  if (inside.getStore()) throw new Error('A transaction was asked for inside another: use the one that is open.')
}

/** The database does not answer, or refuses work temporarily. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause })
    this.name = 'DatabaseAway'
  }
}

/** The disk is full: nothing was written. */
export class DatabaseFull extends Error {
  constructor(cause: unknown) {
    super('The disk is full.', { cause })
    this.name = 'DatabaseFull'
  }
}
