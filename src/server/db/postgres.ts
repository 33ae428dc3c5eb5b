import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect,
  type Driver,
  type PostgresPoolClient,
  type TransactionBuilder,
} from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import {
  DatabaseAway,
  DatabaseFull,
  DatabaseUnsure,
  type Database,
  type Transactions,
  refuseNested,
  runTransaction,
} from './database.ts'
import { codeOf } from '../disk-error.ts'
import type { Schema } from './schema.ts'
import { SERVERS } from './server-lock.ts'

export const CHANNEL = 'cambios'
/** The OID of the type int8, which pg returns as a text by default. */
const INT8_OID = 20
/** Number of connections for reads only. Commands that wait for a lock of another session cannot hold these. */
const READ_CONNECTIONS = 4
/** Number of connections for commands. */
const WRITE_CONNECTIONS = 6
/** PostgreSQL ends a statement of a command after this time, in ms. The command may wait for the lock of another. */
const WRITE_MS = 30_000
/** PostgreSQL ends a statement of a read after this time, in ms. */
const READ_MS = 9_000

export interface PostgresTimes {
  /** Interval of the check of the connection that listens. Without it the hub reads the log in its own interval. */
  readonly checkMs: number
  /** A connection without an answer to a read for so long is closed. Longer than `READ_MS`. */
  readonly silentReadMs: number
  /** The same for a command. Longer than `WRITE_MS`. */
  readonly silentWriteMs: number
  /**
   * PostgreSQL ends a transaction that sends nothing for so long: of a process that froze, or whose machine is gone. Until then
   * the commands of all instances wait. Shorter than `WRITE_MS`, so that they do not fail.
   */
  readonly idleMs: number
}

const TIMES: PostgresTimes = { checkMs: 5_000, silentReadMs: 10_000, silentWriteMs: 35_000, idleMs: 20_000 }

/** Opens PostgreSQL. Several instances may use the same database; each follows the log. */
export function openPostgres(url: string, given: Partial<PostgresTimes> = {}): Database {
  const times = { ...TIMES, ...given }
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) => (oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format)),
  }
  const own = new Set<unknown>()
  const openPool = (max: number, statementMs: number, silentMs: number): pg.Pool => {
    // Every statement is short. Without statistics, PostgreSQL estimates some as long and compiles them first, for 30 ms or more.
    const settings = `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${times.idleMs}; set jit = off`
    const pool = new pg.Pool({
      connectionString: url,
      max,
      // After a pause, a command finds an open connection.
      min: 2,
      // In this mode pg closes a connection at `query_timeout`, and a read need not wait for its begin.
      pipeline: true,
      types,
      connectionTimeoutMillis: 5_000,
      // A proxy or a firewall may drop a connection without a word.
      query_timeout: silentMs,
      keepAliveInitialDelayMillis: 10_000,
      keepAlive: true,
    })
    // Without a listener, a connection that the server closes would end this process. The waiting query gets the error.
    pool.on('error', ignoreLostClient)
    pool.on('connect', (client) => client.on('error', ignoreLostClient))
    // The settings are no parameters of the connection: a pooler refuses those. They travel with the first statement.
    pool.on('connect', (client) => void client.query(settings).catch(ignoreLostClient))
    pool.on('connect', (client) => own.add(processOf(client)))
    pool.on('remove', (client) => own.delete(processOf(client)))
    return pool
  }
  const openPools = () => ({
    writes: openPool(WRITE_CONNECTIONS, WRITE_MS, times.silentWriteMs),
    reads: openPool(READ_CONNECTIONS, READ_MS, times.silentReadMs),
  })
  let pools = openPools()
  /** Closes each connection of two pools when its transaction has ended. */
  const end = async ({ writes, reads }: typeof pools) => void (await Promise.all([writes.end(), reads.end()]))
  const writes = transactionsOf(new WriteDriver(() => pools.writes), (begin) => begin)
  const reads = transactionsOf(new ReadDriver(() => pools.reads), (begin) =>
    begin.setIsolationLevel('repeatable read').setAccessMode('read only'),
  )
  /** Runs a transaction. Replaces all connections when its own was silent or its server read-only. */
  const runAndRenew = async <T>(transaction: () => Promise<T>): Promise<T> => {
    refuseNested()
    const began = pools
    try {
      return await transaction()
    } catch (error) {
      // The cause that silenced one connection, or made its server read-only, may apply to all.
      if (pools === began && (isSilent(error) || codeOf(error) === READ_ONLY)) {
        pools = openPools()
        // Rejects when the database is closed already.
        end(began).catch(() => undefined)
      }
      throw error
    }
  }

  return {
    engine: 'postgres',
    write: (run) => classifyErrors(() => runAndRenew(() => runTransaction(writes, run))),
    read: (run) => classifyErrors(() => runAndRenew(() => runTransaction(reads, run))),
    watch: (wake) =>
      listen(url, times.checkMs, (sender) => {
        if (!own.has(sender)) wake(sender !== undefined)
      }),
    close: () => end(pools),
  }
}

function transactionsOf(
  driver: Driver,
  settingsOf: (begin: TransactionBuilder<Schema>) => TransactionBuilder<Schema>,
): Transactions {
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (of) => new PostgresIntrospector(of),
  }
  return { dialect, builder: settingsOf(new Kysely<Schema>({ dialect }).transaction()) }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0]

/** Kysely's driver, with a pool that may be replaced. */
class PoolDriver extends PostgresDriver {
  constructor(poolNow: () => pg.Pool) {
    super({
      pool: { connect: async () => pipelined(await connectTo(poolNow)), end: () => poolNow().end(), options: {} },
    })
  }

  /** Does not throw when the connection is lost, and the transaction with it: the caller throws the cause. Kysely closes it. */
  override async rollbackTransaction(connection: Connection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}

/** Does not wait for a commit: it changes nothing. */
class ReadDriver extends PoolDriver {
  override async commitTransaction(connection: Connection): Promise<void> {
    super.commitTransaction(connection).catch(ignoreLostClient)
  }
}

class WriteDriver extends PoolDriver {
  /** Throws `DatabaseUnsure` when the connection was lost after the commit was sent. */
  override async commitTransaction(connection: Connection): Promise<void> {
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      const rollback = connection.executeQuery(CompiledQuery.raw('rollback'))
      const isLost = await rollback.then(
        () => false,
        () => true,
      )
      throw isLost && !isUnsent(error) ? new DatabaseUnsure(error) : error
    }
  }
}

/** Statements whose results are not read, unless they return rows. */
const UNREAD = /^\s*(begin|start transaction|insert|update|delete|notify)\b(?!.*\breturning\b)/is
/** A statement fails without an answer after a time that begins when it is sent: not too many wait for the ones before them. */
const UNREAD_MAX = 100

/**
 * Sends statements whose results are not read without waiting for the answer. When one fails, PostgreSQL refuses the following
 * statements of the transaction: the next one whose result is read, at the latest the commit, throws the error of the first.
 */
function pipelined(client: pg.PoolClient): PostgresPoolClient {
  let failed: { readonly error: unknown } | undefined
  let unread = 0
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const answer = client.query(text, values)
    if (UNREAD.test(text) && unread < UNREAD_MAX) {
      unread += 1
      answer.catch((error: unknown) => (failed ??= { error }))
      return { command: '', rowCount: null, oid: 0, fields: [], rows: [] }
    }
    try {
      const result = await answer
      unread = 0
      if (failed && text !== 'rollback') throw failed.error
      return result
    } catch (error) {
      throw failed ? failed.error : error
    }
  }
  // Kysely gives `query` a text, never a cursor.
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}

/** Whether pg sent nothing, because the connection was known to be lost. */
function isUnsent(error: unknown): boolean {
  return error instanceof Error && error.message.includes('not queryable')
}

/**
 * Takes a connection of a pool. While PostgreSQL has no room for one more, waits until an open one is free, at most `ROOM_MS`.
 */
async function connectTo(poolNow: () => pg.Pool): Promise<pg.PoolClient> {
  for (const until = performance.now() + ROOM_MS; ; await wait(ROOM_POLL_MS)) {
    try {
      return await poolNow().connect()
    } catch (error) {
      if (codeOf(error) !== NO_ROOM || performance.now() > until) throw error
    }
  }
}

/** The process of PostgreSQL that serves a connection. A notification names the process that sent it. */
function processOf(client: object): unknown {
  return Reflect.get(client, 'processID')
}

function ignoreLostClient(): void {
  // The running query and /readyz report the error.
}

/**
 * SQLSTATEs of temporary errors: connection lost, server starting, stopping or read-only, too many clients, statement
 * canceled, lock or idle timeout, serialization failure, deadlock.
 */
const AWAY = /^(08|25006|57P|57014|53300|25P03|55P03|40001|40P01)/
const FULL = '53100'
/** SQLSTATE of a write that a standby, or another read-only server, refuses. */
const READ_ONLY = '25006'
/** SQLSTATE of a connection that is one too many for PostgreSQL, its database or its role. */
const NO_ROOM = '53300'
const ROOM_MS = 5_000
const ROOM_POLL_MS = 100
/** Error codes of the network. A file that is written inside a transaction has other codes. */
const NETWORK =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOST(DOWN|UNREACH)|ENET(DOWN|UNREACH)|ENOTFOUND|EAI_AGAIN)$/

async function classifyErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DatabaseUnsure) throw error
    const code = codeOf(error)
    if (code === FULL) throw new DatabaseFull(error)
    if (AWAY.test(code) || NETWORK.test(code) || isLostConnection(error)) throw new DatabaseAway(error)
    throw error
  }
}

/**
 * Whether an error means that the connection failed. Checks `syscall`, because a missing Unix socket has the error code of
 * a missing file.
 */
function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('syscall' in error && error.syscall === 'connect') return true
  if (isSilent(error)) return true
  return /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i.test(
    error.message,
  )
}

/** Whether pg gave up a connection that gives no answer. */
function isSilent(error: unknown): boolean {
  if (error instanceof DatabaseUnsure) return isSilent(error.cause)
  return error instanceof Error && /query read timeout/i.test(error.message)
}

type Wake = (sender?: number) => void

/**
 * Runs LISTEN on its own connection, which also holds the lock of a running server, and reconnects when it is lost or silent.
 * Calls `wake` with the process that sent a notification, and without a process after each connection.
 */
function listen(url: string, checkMs: number, wake: Wake): () => Promise<void> {
  const stopping = new AbortController()
  const done = listenAndReconnect(url, checkMs, wake, stopping.signal)
  return async () => {
    stopping.abort()
    await done
  }
}

async function listenAndReconnect(url: string, checkMs: number, wake: Wake, signal: AbortSignal): Promise<void> {
  for (let pause = 100; !signal.aborted; pause = Math.min(pause * 2, 1_000)) {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 })
    let check: NodeJS.Timeout | undefined
    try {
      const lost = new Promise<void>((resolve) => {
        client.on('error', () => resolve())
        client.on('end', () => resolve())
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      await client.connect()
      client.on('notification', ({ processId }) => wake(processId))
      const listenAgain = { text: `listen ${CHANNEL}`, query_timeout: checkMs }
      const ready = async (): Promise<void> => {
        // Waits while a restore holds the lock alone.
        await client.query(`select pg_advisory_lock_shared(${SERVERS})`)
        await client.query(listenAgain)
        wake()
        pause = 100
        // A connection that gives no answer is ended, and made again.
        check = setInterval(() => void client.query(listenAgain).catch(() => client.end()), checkMs)
        await lost
      }
      await Promise.race([ready(), lost])
    } catch {
      // The next try follows after a pause.
    }
    clearInterval(check)
    await client.end().catch(() => {
      // The connection is closed already.
    })
    if (!signal.aborted) await wait(pause * (0.5 + Math.random() / 2))
  }
}
