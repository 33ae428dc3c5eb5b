import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { moveCompetidor as moveCommand } from '#contract/competidores.ts'
import { stepTurno as stepCommand } from '#contract/horario.ts'
import { moveCompetidor } from '../../src/server/competidores/commands.ts'
import { saveTurno, stepTurno } from '../../src/server/horario/commands.ts'
import { transact } from '../../src/server/work.ts'
import { median } from '../figures.ts'
import { answerOrders, usage } from '../orders.ts'
import { openProduct, type Size } from '../place.ts'
import { REST_MS } from '../rest.ts'
import { stepper } from '../stepper.ts'

/** Two events in one process, a small one and a large one, changed in turns: what a change takes until its frame is written. */
export const ACTS = ['paso', 'orden'] as const
export type Act = (typeof ACTS)[number]

export interface Taken {
  /** From the command to the written frame, ms. */
  readonly flushed: number
  /** Until the command answered. */
  readonly answered: number
  readonly bytes: number
}

type Event = Readonly<Record<Act, () => Promise<Taken>>>
let events: readonly Event[] = []

const orders = {
  ...usage,
  start: async (sizes: readonly Size[]): Promise<void> => {
    const opened: Event[] = []
    for (const size of sizes) opened.push(await openEvent(size))
    events = opened
  },
  /** Median of so many changes, for each event. */
  measure: async ({ act, times }: { readonly act: Act; readonly times: number }): Promise<Taken[]> => {
    const taken: Taken[][] = events.map(() => [])
    for (let time = 0; time < times; time += 1) {
      for (const [index, event] of events.entries()) {
        taken[index]?.push(await event[act]())
        // Each round starts after a pause: right after another one, all caches are warm.
        await wait(REST_MS)
      }
    }
    return taken.map((each) => ({
      flushed: median(each.map(({ flushed }) => flushed)),
      answered: median(each.map(({ answered }) => answered)),
      bytes: median(each.map(({ bytes }) => bytes)),
    }))
  },
}
export type SizesOrders = typeof orders
answerOrders(orders)

/** An event whose turn stands in the middle of its day, with a schedule and a desk open. */
async function openEvent(size: Size): Promise<Event> {
  const { app, admin, cookie, ids, listen } = await openProduct(size)
  const { deps, live } = app
  const middle = Math.floor(ids.length / 2)
  await transact(deps, { actor: admin }, (work) => saveTurno(work, { selectedRow: middle }))
  const port = await listen()
  await Promise.all([watch(port, 'horario,portada'), watch(port, 'mesa', cookie)])

  let written: (bytes: number) => void = () => undefined
  // Told after the streams, in the order of asking: by then the frames are on their sockets.
  live.hub.onFlush(async ({ frames }) => {
    if (frames.size > 0) written([...frames.values()].reduce((sum, frame) => sum + Buffer.byteLength(frame), 0))
  })
  const timed = async (run: () => Promise<unknown>): Promise<Taken> => {
    const flush = new Promise<number>((resolve) => (written = resolve))
    const begun = performance.now()
    const answer = run().then(() => performance.now() - begun)
    const bytes = await flush
    return { bytes, flushed: performance.now() - begun, answered: await answer }
  }
  const key = (path: string, input: unknown) => ({ actor: admin, key: { key: randomUUID(), command: path, input } })

  const press = stepper(ids, middle)
  // An entry of the category after the turn's, up and down: what an organiser puts right before it comes.
  const id = ids[middle + size.porCategoria] ?? ''
  let direccion: 'up' | 'down' = 'down'
  return {
    paso: () => {
      const input = press()
      return timed(() => transact(deps, key(stepCommand.path, input), (work) => stepTurno(work, input)))
    },
    orden: () => {
      direccion = direccion === 'up' ? 'down' : 'up'
      const input = { id, direccion }
      return timed(() =>
        transact(deps, key(moveCommand.path, input), async (work) => (await moveCompetidor(work, input)) ?? {}),
      )
    },
  }
}

function watch(port: number, views: string, cookie = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: `/api/live?views=${views}`, headers: { cookie } }, (response) => {
      response.once('data', () => resolve()).resume()
      if (response.statusCode !== 200) reject(new Error(`${views}: ${response.statusCode}`))
    }).on('error', reject)
  })
}
