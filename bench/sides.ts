import { setTimeout as wait } from 'node:timers/promises'
import { sendCalificacion } from '#contract/calificaciones.ts'
import { selectDia, stepTurno } from '#contract/horario.ts'
import { START } from '../tests/support/server.ts'
import { startChild, SERVER_CORE, type Child } from './child.ts'
import type { usage } from './orders.ts'
import { EVENTO, puntuacionesOf, type Cuentas, type Size } from './place.ts'
import type { NetOrders } from './processes/net.ts'
import type { ProductOrders } from './processes/product.ts'
import { stepper } from './stepper.ts'

/** A sender of one message to all listeners: the product, or the loop that is its baseline. */
export interface Side extends AsyncDisposable {
  readonly cpu: () => Promise<number>
  readonly rss: () => Promise<number>
  readonly port: number
  /** The path of the stream, from the present revision on. */
  readonly path: () => Promise<string>
  /** Sends one message and returns its number. */
  readonly send: () => Promise<number>
  /** When each message since the last call could be sent first: its commit, or the write of the baseline. */
  readonly starts: () => Promise<number[]>
}

/** The baseline: a loop that writes to sockets. `bytes` returns the length of the product's message, 0 while it is not known. */
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
  /** Makes another day the active one: a message with the whole day. */
  readonly sendDay: () => Promise<number>
  /** Adds judges. Returns a function that sends their next mark, entry by entry. */
  readonly judging: (count: number) => Promise<() => Promise<number>>
  /** Sends a command of the administrator and returns its revision. */
  readonly act: (command: Command, input: object) => Promise<number>
  readonly cuentas: (cuentas: Cuentas) => Promise<void>
  /** The longest delay of its event loop since the last call, ms. */
  readonly late: () => Promise<number>
}

interface Command {
  readonly method: string
  readonly path: string
}

interface ProductOptions {
  readonly size?: Size
  readonly cores?: string
  /** The views that its streams open. */
  readonly views?: string
  /** An empty database of PostgreSQL; SQLite without it. */
  readonly databaseUrl?: string
}

/** Runs Node with the flags of `npm start`. */
const AS_START = ['env', `NODE_OPTIONS=${START.slice(0, -1).join(' ')}`]

/** Starts the product with an event. A signed-in administrator moves its turn over HTTP. */
export async function productSide({
  size = EVENTO,
  cores = SERVER_CORE,
  views = VIEWS,
  databaseUrl,
}: ProductOptions = {}): Promise<ProductSide> {
  const child = startChild<ProductOrders>(new URL('processes/product.ts', import.meta.url), cores, AS_START)
  const { port, cookie, ids } = await child.ask('start', { size, databaseUrl })
  const url = `http://127.0.0.1:${port}`
  const press = stepper(ids)
  let day = 0
  const send = async ({ method, path }: Command, body: object, cookie: string): Promise<number> => {
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(await response.text())
    await response.text()
    return Number(response.headers.get('x-revision'))
  }
  const act = (command: Command, input: object) => send(command, input, cookie)
  return {
    ...usageOf(child),
    port,
    url,
    act,
    path: async () => {
      const response = await fetch(`${url}/api/vistas?views=${encodeURIComponent(views)}`)
      const { epoch, revision }: { epoch: string; revision: number } = JSON.parse(await response.text())
      return `/api/live?views=${encodeURIComponent(views)}&since=${epoch}~visitante.${revision}`
    },
    send: () => act(stepTurno, press()),
    sendDay: () => {
      day += 1
      return act(selectDia, { dia: day % 2 === 0 ? 'jueves' : 'viernes' })
    },
    starts: () => child.ask('commits'),
    judging: async (count) => {
      const jueces = await child.ask('jueces', count)
      const marcas = ids.flatMap((id) => jueces.map((juez) => ({ id, juez }))).entries()
      return () => {
        const next = marcas.next()
        if (next.done) throw new Error('Every judge has sent a mark for every entry.')
        const [number, { id, juez }] = next.value
        const path = sendCalificacion.path.replace(':competidorId', id)
        return send({ ...sendCalificacion, path }, { criterios: puntuacionesOf(number), version: 0 }, juez.cookie)
      }
    },
    cuentas: (cuentas) => child.ask('cuentas', cuentas),
    late: () => child.ask('late'),
  }
}

/** The views that the page of the schedule opens. */
export const VIEWS = 'horario,portada'

function usageOf(child: Child<typeof usage>): Pick<Side, 'cpu' | 'rss'> & AsyncDisposable {
  return {
    cpu: () => child.ask('cpu'),
    rss: () => child.ask('rss'),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  }
}

/** The pause between two messages is longer than that of the hub between two flushes, so each message has a flush of its own. */
export const rest = (): Promise<void> => wait(125)
