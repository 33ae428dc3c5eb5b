import { clock } from '../figures.ts'
import { answerOrders, usage } from '../orders.ts'
import { openProduct, seedCuentas, seedJueces, type Juez, type Cuentas, type Product, type Size } from '../place.ts'

interface Place {
  readonly size: Size
  /** PostgreSQL; SQLite without it. */
  readonly databaseUrl?: string | undefined
}

/** The product serving, as `npm start` does, in a process of its own. */
let product: Product
let commits: number[] = []

/** How often the event loop is asked whether it is on time. */
const TICK_MS = 5
let latest = 0
let ticking: NodeJS.Timeout | undefined

function keepTime(): void {
  let tick = performance.now()
  ticking ??= setInterval(() => {
    const now = performance.now()
    latest = Math.max(latest, now - tick - TICK_MS)
    tick = now
  }, TICK_MS)
}

const orders = {
  ...usage,
  start: async ({ size, databaseUrl }: Place): Promise<{ port: number; cookie: string; ids: readonly string[] }> => {
    product = await openProduct(size, { committed: () => commits.push(clock()), databaseUrl })
    return { port: await product.listen(), cookie: product.cookie, ids: product.ids }
  },
  /** When each write since the last asking was on disk. */
  commits: (): number[] => {
    const since = commits
    commits = []
    return since
  },
  /** People who can sign in. */
  cuentas: (cuentas: Cuentas): Promise<void> => seedCuentas(product.app.deps, cuentas),
  /** Judges who are signed in. */
  jueces: (count: number): Promise<Juez[]> => seedJueces(product.app.deps, count),
  /** By how many ms the event loop came late at most since the last asking; the first time it begins to look. */
  late: (): number => {
    keepTime()
    const since = latest
    latest = 0
    return since
  },
}
export type ProductOrders = typeof orders
answerOrders(orders)
