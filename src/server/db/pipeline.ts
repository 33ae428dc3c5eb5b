import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import {
  DatabaseUnsure,
  type Tx,
  insideTransaction,
  transactionFactory,
  setRunner,
  unsetRunner,
  type Prepared,
} from './database.ts'

/** How a kind of transaction begins. `isReadOnly`: its commit changes nothing, so the caller does not wait for it. */
interface Kind {
  readonly begin: string
  readonly isReadOnly: boolean
  /** A connection that gives no answer for so long, ms, is closed; by default that of the pool. */
  readonly silentMs?: number
}

export const WRITE: Kind = { begin: 'begin', isReadOnly: false }
export const READ: Kind = {
  begin: 'start transaction isolation level repeatable read read only',
  isReadOnly: true,
}

type Execute = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Shared by reads and writes: a second factory would name each statement again, and each connection would parse it twice.
 */
const newTransaction = transactionFactory({
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/**
 * Runs the transactions of one kind. A fixed statement (made with `statement`) that returns no rows is sent without waiting
 * for its answer, which saves a round trip. Its error is thrown by the next statement that is waited for, at the latest by
 * the commit. The pool must have `pipeline: true`. Throws `DatabaseUnsure` when the answer to the commit of a write was lost.
 */
export function transactionsOf(connect: () => Promise<pg.PoolClient>, kind: Kind): Execute {
  return async (run) => {
    const connection = new Connection(await connect(), kind)
    const tx = newTransaction(connection)
    setRunner(tx, (prepared, values) => connection.run(prepared, values))
    try {
      const output = await insideTransaction('postgres', () => run(tx))
      const committed = connection.commit()
      // All rows of a read have arrived, so its commit is not awaited.
      if (kind.isReadOnly) committed.catch(() => connection.rollback())
      else await committed
      return output
    } catch (error) {
      // After a failover, this server stays read-only; a new connection may reach the one that takes writes.
      const isAlive = await connection.rollback(isReadOnlyServer(error))
      throw !isAlive && connection.mayBeCommitted(error) ? new DatabaseUnsure(error) : error
    } finally {
      unsetRunner(tx)
    }
  }
}

interface StatementMessage {
  readonly text: string
  readonly query_timeout?: number | undefined
  readonly values?: unknown[]
  /** The connection keeps the parsed statement under this name. */
  readonly name?: string
}

/** One transaction on a connection of the pool. Gives the connection back at its end. */
class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #kind: Kind
  #hasBegun = false
  /** The answer to a `begin` that was sent alone. */
  #beginning: Promise<unknown> | null = null
  #isOver = false
  #isCommitSent = false
  /** The first error of a statement that was sent without waiting. The transaction has failed. */
  #failed: { readonly error: unknown } | null = null

  constructor(client: pg.PoolClient, kind: Kind) {
    this.#client = client
    this.#kind = kind
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#sendAndWait({ text: sql, values: [...parameters] })
    const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows, ...(isWrite && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  streamQuery(): never {
    throw new Error('Rows are read whole: streaming them is not supported.')
  }

  async run({ text, name, hasRows }: Prepared, values: readonly unknown[]): Promise<readonly unknown[]> {
    // Without a name: a kept plan fails when a migration adds a column to `*`.
    const message = { text, values: [...values], ...(!text.includes('*') && { name }) }
    if (hasRows) return (await this.#sendAndWait(message)).rows
    this.#mustBeOpen()
    mustBePlain(values)
    if (!this.#hasBegun && values.length === 0) {
      // In one message they fail together: without its `begin`, the statement would be committed alone.
      this.#hasBegun = true
      this.#sendOnly({ text: `${this.#kind.begin}; ${text}` })
    } else {
      await this.#begin()
      this.#mustBeOpen()
      this.#sendOnly(message)
    }
    return []
  }

  async commit(): Promise<void> {
    this.#isOver = true
    if (!this.#hasBegun) return this.#client.release()
    this.#isCommitSent = !this.#kind.isReadOnly
    // Of a transaction that failed, PostgreSQL answers `commit` with a rollback, without an error.
    const { command } = await this.#answered({ text: 'commit' })
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.')
    this.#client.release()
  }

  /** Returns whether the connection still answers. `isLast`: closes the connection instead of giving it back. */
  async rollback(isLast = false): Promise<boolean> {
    this.#isOver = true
    try {
      if (this.#hasBegun) await this.#client.query('rollback')
      this.#client.release(isLast)
      return true
    } catch {
      // The connection is lost, and the transaction with it. The caller throws the cause.
      this.#client.release(true)
      return false
    }
  }

  /** Whether PostgreSQL may have committed the transaction although the connection is lost. `error`: that of the commit. */
  mayBeCommitted(error: unknown): boolean {
    if (!this.#isCommitSent || isUnsent(error)) return false
    // PostgreSQL refused an earlier statement, or ended the session there.
    return !(this.#failed?.error instanceof pg.DatabaseError)
  }

  async #sendAndWait(message: StatementMessage): Promise<pg.QueryResult> {
    this.#mustBeOpen()
    await this.#begin()
    this.#mustBeOpen()
    return this.#answered(message)
  }

  /** Throws when the transaction has ended: the statement would be committed alone. Called before and after each wait. */
  #mustBeOpen(): void {
    if (this.#isOver) throw new Error('A statement came after the end of its transaction.')
  }

  /** Sends `begin` once. Returns its answer in a write, to wait for; in a read, the next statement throws its error. */
  #begin(): Promise<unknown> | null {
    if (!this.#hasBegun) {
      this.#hasBegun = true
      if (this.#kind.isReadOnly) this.#sendOnly({ text: this.#kind.begin })
      else this.#beginning = this.#client.query(this.#kind.begin)
    }
    return this.#beginning
  }

  async #answered(message: StatementMessage): Promise<pg.QueryResult> {
    const limited: StatementMessage = { ...message, query_timeout: this.#kind.silentMs }
    try {
      const result = await this.#client.query(limited)
      if (this.#failed === null) return result
    } catch (error) {
      // After the first error, PostgreSQL refuses every statement of the transaction.
      if (this.#failed === null) throw error
    }
    throw this.#failed.error
  }

  #sendOnly(message: StatementMessage): void {
    this.#client.query(message).catch((error: unknown) => {
      this.#failed ??= { error }
    })
  }
}

/** Whether PostgreSQL refused a write because the server is a standby, or read-only. */
export function isReadOnlyServer(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006'
}

/** Whether pg sent nothing, because the connection was known to be lost. */
function isUnsent(error: unknown): boolean {
  return error instanceof Error && error.message.includes('not queryable')
}

/** Throws for a value that pg may fail to send: the statement would be missing, and the others committed. */
function mustBePlain(values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value === 'object' && value !== null) throw new TypeError('A statement without rows takes plain values.')
  }
}
