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
