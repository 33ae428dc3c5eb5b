import { setTimeout as wait } from 'node:timers/promises'
import { startChild, SERVER_CORE, type Child } from './child.ts'
import type { usage } from './obey.ts'
import { EVENTO, type Cuentas, type Size } from './place.ts'
import type { NetOrders } from './processes/net.ts'
import type { ProductOrders } from './processes/product.ts'
import { REST_MS } from './rest.ts'
import { stepper } from './stepper.ts'

/** A sender of one message to all listeners: the product, or the loop that is its baseline. */
export interface Side extends AsyncDisposable {
  readonly cpu: () => Promise<number>
  readonly rss: () => Promise<number>
  readonly port: number
  /** Where to listen, from this moment on. */
  readonly path: () => Promise<string>
  /** Sends one; its number is the answer. */
  readonly send: () => Promise<number>
  /** For each sent since the last asking, the moment from which it could travel. */
  readonly starts: () => Promise<number[]>
}

/** A bare loop over sockets. `bytes` is as long as the product's message, once that is known. */
export async function netSide(bytes: () => number): Promise<Side> {
  const child = startChild<NetOrders>(new URL('processes/net.ts', import.meta.url), SERVER_CORE)
  const { port } = await child.ask('start')
  return {
    ...usageOf(child),
    port,
    path: async () => '/',
    send: () => child.ask('send', { bytes: bytes() }),
    starts: () => child.ask('starts'),
  }
}

export interface ProductSide extends Side {
  readonly url: string
  /** Makes another day the live one: a message with everything in it. */
  readonly sendDay: () => Promise<number>
  readonly cuentas: (cuentas: Cuentas) => Promise<void>
  /** By how many ms its event loop came late at most since the last asking. */
  readonly late: () => Promise<number>
}

interface ProductOptions {
  readonly size?: Size
  readonly cores?: string
  /** An empty database of PostgreSQL; SQLite without it. */
  readonly databaseUrl?: string
}

/** The product with an event, its turn moved over HTTP by an administrator who is signed in. */
export async function productSide({
  size = EVENTO,
  cores = SERVER_CORE,
  databaseUrl,
}: ProductOptions = {}): Promise<ProductSide> {
  const child = startChild<ProductOrders>(new URL('processes/product.ts', import.meta.url), cores)
  const { port, cookie, ids } = await child.ask('start', { size, databaseUrl })
  const url = `http://127.0.0.1:${port}`
  const press = stepper(ids)
  let day = 0
  const act = async (method: string, path: string, body: object): Promise<number> => {
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(await response.text())
    await response.text()
    return Number(response.headers.get('x-revision'))
  }
  return {
    ...usageOf(child),
    port,
    url,
    path: async () => {
      const response = await fetch(`${url}/api/vistas?views=${VIEWS}`)
      const { epoch, revision }: { epoch: string; revision: number } = JSON.parse(await response.text())
      return `/api/live?views=${VIEWS}&since=${epoch}.${revision}`
    },
    send: () => act('POST', '/api/turno/paso', press()),
    sendDay: () => {
      day += 1
      return act('PUT', '/api/dia', { dia: day % 2 === 0 ? 'jueves' : 'viernes' })
    },
    starts: () => child.ask('commits'),
    cuentas: (cuentas) => child.ask('cuentas', cuentas),
    late: () => child.ask('late'),
  }
}

/** What the page of the schedule has open. */
export const VIEWS = 'horario,portada'

function usageOf(child: Child<typeof usage>): Pick<Side, 'cpu' | 'rss'> & AsyncDisposable {
  return {
    cpu: () => child.ask('cpu'),
    rss: () => child.ask('rss'),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  }
}

export const rest = (): Promise<void> => wait(REST_MS)
