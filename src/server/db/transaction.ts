import { DummyDriver, Kysely, Transaction, type DatabaseConnection, type Dialect } from 'kysely'
import type { Tx } from './database.ts'
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
