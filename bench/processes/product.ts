import { clock } from '../figures.ts'
import { obey, usage } from '../obey.ts'
import { openProduct, type Size } from '../place.ts'

/** The product serving, as `npm start` does, in a process of its own. */
let commits: number[] = []

const orders = {
  ...usage,
  start: async (size: Size): Promise<{ port: number; cookie: string; ids: readonly string[] }> => {
    const product = await openProduct(size, () => commits.push(clock()))
    return { port: await product.listen(), cookie: product.cookie, ids: product.ids }
  },
  /** When each write since the last asking was on disk. */
  commits: (): number[] => {
    const since = commits
    commits = []
    return since
  },
}
export type ProductOrders = typeof orders
obey(orders)
