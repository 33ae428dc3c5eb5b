import { Agent, request } from 'node:http'
import { clock } from '../figures.ts'
import { answerOrders, usage } from '../orders.ts'
import type { Cuentas } from '../place.ts'

/** People at the door: one tries every so often, whether the one before is in or not. */
interface Door extends Cuentas {
  readonly port: number
  readonly perSecond: number
}

export interface Entered {
  readonly tried: number
  readonly refused: number
  /** From the press to the answer, ms. */
  readonly times: readonly number[]
}

let timer: NodeJS.Timeout | undefined
let times: Promise<number | null>[] = []
const agent = new Agent({ keepAlive: true })

const orders = {
  ...usage,
  start: ({ port, perSecond, emails, password }: Door): void => {
    let next = 0
    times = []
    timer = setInterval(() => {
      const email = emails[next % emails.length] ?? ''
      next += 1
      times.push(enter(port, JSON.stringify({ email, password })))
    }, 1_000 / perSecond)
  },
  /** Starts no more sign-ins, and waits for the last ones. */
  stop: async (): Promise<Entered> => {
    clearInterval(timer)
    const all = await Promise.all(times)
    const answered = all.filter((time) => time !== null)
    return { tried: all.length, refused: all.length - answered.length, times: answered }
  },
}
export type SigninsOrders = typeof orders
answerOrders(orders)

/** The duration in ms; `null` for a refused sign-in. */
function enter(port: number, body: string): Promise<number | null> {
  const begun = clock()
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const asking = { port, host: '127.0.0.1', method: 'POST', path: '/api/sesion', headers, agent }
    request(asking, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200 ? clock() - begun : null))
    })
      .on('error', () => resolve(null))
      .end(body)
  })
}
