import { setTimeout as wait } from 'node:timers/promises'
import type { Input } from '#contract/define.ts'
import { stepTurno } from '#contract/horario.ts'
import { snapshotUrl, type Parts, type Snapshot } from '#contract/live.ts'
import { START } from '../tests/support/server.ts'
import { SERVER_CORE, startChild } from './child.ts'
import type { ProductOrders } from './processes/product.ts'

/** The product in a process of its own, and an administrator who is signed in. */
export interface Side extends AsyncDisposable {
  readonly cpu: () => Promise<number>
  readonly rss: () => Promise<number>
  readonly port: number
  /** The path of the stream, from the present revision on. */
  readonly path: () => Promise<string>
  /** Sends one message and returns its number. */
  readonly send: () => Promise<number>
  /** When each message since the last call was committed. */
  readonly starts: () => Promise<number[]>
  /** Sends a command of the administrator and returns its revision. */
  readonly act: (command: Command, input: object) => Promise<number>
  /** The parts of a view of the administrator, by its key. */
  readonly see: (viewKey: string) => Promise<Parts>
}

interface Command {
  readonly method: string
  readonly path: string
}

interface ProductOptions {
  /** The views that its streams open. */
  readonly views?: string
  /** An empty database of PostgreSQL; SQLite without it. */
  readonly databaseUrl?: string
}

/** Runs Node with the flags of `npm start`. */
const AS_START = ['env', `NODE_OPTIONS=${START.slice(0, -1).join(' ')}`]

/** Starts the product with an event. The administrator moves its turn over HTTP. */
export async function productSide({ views = VIEWS, databaseUrl }: ProductOptions = {}): Promise<Side> {
  const child = startChild<ProductOrders>(new URL('processes/product.ts', import.meta.url), SERVER_CORE, AS_START)
  const { port, cookie, ids } = await child.ask('start', { databaseUrl })
  const url = `http://127.0.0.1:${port}`
  const press = stepper(ids)
  const act = async ({ method, path }: Command, input: object): Promise<number> => {
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(input) })
    if (!response.ok) throw new Error(await response.text())
    await response.text()
    return Number(response.headers.get('x-revision'))
  }
  return {
    cpu: () => child.ask('cpu'),
    rss: () => child.ask('rss'),
    port,
    act,
    see: async (viewKey) => {
      const response = await fetch(`${url}${snapshotUrl([viewKey])}`, { headers: { cookie } })
      return (JSON.parse(await response.text()) as Snapshot).views[viewKey] ?? {}
    },
    path: async () => {
      const response = await fetch(`${url}/api/vistas?views=${encodeURIComponent(views)}`)
      const { epoch, revision }: { epoch: string; revision: number } = JSON.parse(await response.text())
      return `/api/live?views=${encodeURIComponent(views)}&since=${epoch}~visitante.${revision}`
    },
    send: () => act(stepTurno, press()),
    starts: () => child.ask('commits'),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  }
}

/** The presses of an administrator: forward through the day, and back again. */
function stepper(ids: readonly string[]): () => Input<typeof stepTurno> {
  let selectedRow = 0
  let paso: 'siguiente' | 'anterior' = 'siguiente'
  return () => {
    if (selectedRow === ids.length) paso = 'anterior'
    if (selectedRow === 0) paso = 'siguiente'
    const desde = { dia: 'jueves', turno: { selectedRow, competidorId: ids[selectedRow - 1] ?? null } } as const
    selectedRow += paso === 'siguiente' ? 1 : -1
    return { paso, desde }
  }
}

/** The views that the page of the schedule opens. */
export const VIEWS = 'horario,portada'

/** The pause between two messages is longer than that of the hub between two flushes, so each message has a flush of its own. */
export const rest = (): Promise<void> => wait(125)
