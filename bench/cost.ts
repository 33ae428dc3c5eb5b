import { CLIENT_CORE, startChild } from './child.ts'
import { effort } from './effort.ts'
import { measureRound, warm } from './fanout.ts'
import { told, type Goal } from './goal.ts'
import { EVENTO, type Size } from './place.ts'
import type { ListenersOrders } from './processes/listeners.ts'
import { productSide, VIEWS } from './sides.ts'

const AUDIENCES = [100, 1_000, 10_000].map((streams) => effort(streams, 4))
/** About ten entries in each category. */
const EVENTS: readonly Size[] = [
  { categorias: 12, porCategoria: 8 },
  { categorias: 99, porCategoria: 10 },
  { categorias: effort(999, 99), porCategoria: 10 },
]
const CHANGES = effort(24)

/** What a press costs with audiences and events of different sizes: CPU and memory of the process, and bytes. */
export async function cost(): Promise<Goal[]> {
  await using listeners = startChild<ListenersOrders>(new URL('processes/listeners.ts', import.meta.url), CLIENT_CORE)
  const measure = async (name: string, size: Size, streams: number): Promise<Goal[]> => {
    await using product = await productSide({ size })
    await warm(product)
    await measureRound(product, listeners, { streams, changes: CHANGES })
    const { cpu, bytesEach, arrival } = await measureRound(product, listeners, { streams, changes: CHANGES })
    const page = await fetch(`${product.url}/api/vistas?views=${VIEWS}`, { headers: { 'accept-encoding': 'br' } })
    const snapshot = Number(page.headers.get('content-length'))
    const memory = (await product.rss()) / 2 ** 20
    const notes = `99 % have it after ${arrival.toFixed(1)} ms; the first load of the schedule is ${Math.round(snapshot / 1024)} KB`
    return [
      told(`${name}: CPU of a press`, 'ms', (cpu * streams) / 1_000, notes),
      told(`${name}: bytes to each`, 'B', bytesEach),
      told(`${name}: memory afterwards`, 'MB', memory),
    ]
  }
  const goals: Goal[] = []
  for (const streams of AUDIENCES) {
    goals.push(...(await measure(`216 entries, ${streams.toLocaleString('en')} spectators`, EVENTO, streams)))
  }
  for (const size of EVENTS) {
    const entries = (size.categorias * size.porCategoria).toLocaleString('en')
    goals.push(...(await measure(`${entries} entries, 100 spectators`, size, effort(100, 4))))
  }
  return goals
}
