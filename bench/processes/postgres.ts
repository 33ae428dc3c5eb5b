import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { startPostgres, type PostgresServer } from '../../tests/support/postgres.ts'
import { answerOrders } from '../orders.ts'

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

/** The server that this process started, and the processes of its connections. Empty on a system without `/proc`. */
function familyOf(parent: number): number[] {
  if (!existsSync('/proc/self/stat')) return []
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
  return children.flatMap((pid) => (parent === process.pid && !isPostgres(pid) ? [] : [pid, ...familyOf(pid)]))
}

/** The name of a process stands in brackets; its state and its parent follow. */
const parentOf = (pid: number): number => Number(/\) \S (\d+) [^)]*$/.exec(readProc(pid, 'stat'))?.[1])

const isPostgres = (pid: number): boolean => readProc(pid, 'comm').trim() === 'postgres'

/** The first figure of `schedstat` is the time on a core, in ns. */
const cpuOf = (pid: number): number => Number(readProc(pid, 'schedstat').split(' ')[0]) / 1_000

/** A file of `/proc/PID`; empty when the process has ended. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // The process ended meanwhile.
    return ''
  }
}
