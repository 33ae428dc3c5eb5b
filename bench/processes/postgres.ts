import { readdirSync, readFileSync } from 'node:fs'
import { startPostgres, type PostgresServer } from '../../tests/support/postgres.ts'
import { obey } from '../obey.ts'

/** The PostgreSQL of a run: a server of its own on the core of this process, or the one that TEST_DATABASE_URL names. */
let server: PostgresServer
/** By process, those that have ended too. */
const spent = new Map<number, number>()

const orders = {
  start: async (): Promise<void> => {
    server = await startPostgres()
  },
  database: (): Promise<string> => server.createDatabase(),
  /** CPU in µs of all processes of a server of our own, where the system tells it; else not a number, which is `null` here. */
  cpu: (): number | null => {
    for (const pid of familyOf(process.pid)) spent.set(pid, cpuOf(pid) || (spent.get(pid) ?? 0))
    return spent.size === 0 ? null : [...spent.values()].reduce((sum, each) => sum + each, 0)
  },
  stop: (): Promise<void> => server.stop(),
}
export type PostgresOrders = typeof orders
obey(orders)

/** The server that this process started, and the processes of its connections. */
function familyOf(parent: number): number[] {
  if (process.platform !== 'linux') return []
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
  return children.flatMap((pid) => (parent === process.pid && !isPostgres(pid) ? [] : [pid, ...familyOf(pid)]))
}

const isPostgres = (pid: number): boolean => read(`/proc/${pid}/comm`).trim() === 'postgres'

function parentOf(pid: number): number {
  const status = read(`/proc/${pid}/stat`)
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
}

/** The first figure of `schedstat` is the time on a core, in ns. */
const cpuOf = (pid: number): number => Number(read(`/proc/${pid}/schedstat`).split(' ')[0]) / 1_000

/** Empty when the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
