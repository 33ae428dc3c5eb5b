import { AsyncLocalStorage } from 'node:async_hooks'
import { DummyDriver, Kysely, Transaction, type DatabaseConnection, type Dialect } from 'kysely'
import type { Database, Tx } from './database.ts'
import type { Schema } from './schema.ts'

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
