import { bareTransactions } from '../bare-sqlite.ts'
import { answerOrders, usage } from '../orders.ts'
import { freshFolder } from '../place.ts'

/** The rows of a step of the turn in a bare database, and nothing else. */
let write: () => void

const orders = {
  ...usage,
  start: (): void => {
    write = bareTransactions(freshFolder()).turno
  },
  write: ({ times }: { readonly times: number }): void => {
    for (let time = 0; time < times; time += 1) write()
  },
}
export type BareOrders = typeof orders
answerOrders(orders)
