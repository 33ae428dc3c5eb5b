import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** A transaction, of writes or of reads. Nobody is ever given a handle outside one. */
export type Tx = Transaction<Schema>

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  /** One write transaction, alone: what it reads, nobody changes before it commits. Rolled back when `run` throws. */
  readonly write: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  /** Reads that all see the same moment. */
  readonly read: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  /** Calls back soon after anybody, in this process or another, may have committed. Returns how to stop. */
  readonly watch: (wake: () => void) => () => Promise<void>
  readonly close: () => Promise<void>
}

const inside = new AsyncLocalStorage<Database['engine']>()

/**
 * Runs the body of a transaction. Asking for a second one in there would wait for itself on SQLite
 * and see another world on PostgreSQL: it throws instead.
 */
export function insideTransaction<T>(engine: Database['engine'], run: () => Promise<T>): Promise<T> {
  return inside.run(engine, run)
}

export function refuseNested(): void {
  if (inside.getStore()) throw new Error('A transaction was asked for inside another: use the one that is open.')
}

/** The database does not answer, or refuses work for a reason that will pass. */
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
