import { setTimeout as wait } from 'node:timers/promises'
import { CLIENT_CORE, SERVER_CORE, startChild, type Child } from './child.ts'
import { effort } from './effort.ts'
import { measureRound, SETTLE_MS, warm } from './fanout.ts'
import type { Goal } from './goal.ts'
import type { BareOrders } from './processes/bare.ts'
import type { ListenersOrders } from './processes/listeners.ts'
import { productSide, rest } from './sides.ts'

const PRESSES = effort(16)
const WARM_UP = effort(400)

/** CPU of a press that one stream hears, over HTTP, against the rows that it writes in a bare `node:sqlite`. */
export async function alone(_streams: readonly number[], rounds: number): Promise<Goal[]> {
  await using product = await productSide()
  await using bare = startChild<BareOrders>(new URL('processes/bare.ts', import.meta.url), SERVER_CORE)
  await using listeners = startChild<ListenersOrders>(new URL('processes/listeners.ts', import.meta.url), CLIENT_CORE)
  await bare.ask('start')
  await bare.ask('write', { times: WARM_UP })
  await warm(product)
  const [baseline, subject]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    baseline.push((await bareRound(bare)) / 1_000)
    subject.push((await measureRound(product, listeners, { streams: 1, changes: PRESSES })).cpu / 1_000)
  }
  return [
    {
      name: 'a press that one stream hears: CPU',
      unit: 'ms',
      limit: null,
      baseline,
      subject,
      notes: 'baseline: its rows in a bare node:sqlite, as often',
    },
  ]
}

/** CPU per transaction in µs, at the pace of the presses. */
async function bareRound(bare: Child<BareOrders>): Promise<number> {
  let cpu = 0
  for (let time = 0; time < PRESSES; time += 1) {
    const before = await bare.ask('cpu')
    await bare.ask('write', { times: 1 })
    await wait(SETTLE_MS)
    cpu += (await bare.ask('cpu')) - before
    await rest()
  }
  return cpu / PRESSES
}
