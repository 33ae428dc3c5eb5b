import { startPostgres, type PostgresServer } from '../../tests/support/postgres.ts'
import { answerOrders } from '../orders.ts'
import { childrenOf, readProc } from '../proc.ts'

/** The PostgreSQL of a run: a server of its own on the core of this process, or the one that TEST_DATABASE_URL names. */
let server: PostgresServer
/** The CPU time of each process in µs, also of those that have ended. */
const spent = new Map<number, number>()

const orders = {
  start: async (): Promise<void> => {
    server = await startPostgres()
  },
  database: (): Promise<string> => server.createDatabase(),
  /** CPU in µs of all processes of a server of our own; null for another server, and on a system without `/proc`. */
  cpu: (): number | null => {
    for (const pid of familyOf(process.pid)) spent.set(pid, cpuOf(pid) || (spent.get(pid) ?? 0))
    return spent.size === 0 ? null : [...spent.values()].reduce((sum, each) => sum + each, 0)
  },
  stop: (): Promise<void> => server.stop(),
}
export type PostgresOrders = typeof orders
answerOrders(orders)

/** The server that this process started, and the processes of its connections. */
function familyOf(parent: number): number[] {
  return childrenOf(parent).flatMap((pid) =>
    parent === process.pid && !isPostgres(pid) ? [] : [pid, ...familyOf(pid)],
  )
}

const isPostgres = (pid: number): boolean => readProc(pid, 'comm').trim() === 'postgres'

/** The first figure of `schedstat` is the time on a core, in ns. */
const cpuOf = (pid: number): number => Number(readProc(pid, 'schedstat').split(' ')[0]) / 1_000
