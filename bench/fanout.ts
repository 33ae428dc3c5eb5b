import { setTimeout as wait } from 'node:timers/promises'
import { CLIENT_CORE, startChild, type Child } from './child.ts'
import { effort } from './effort.ts'
import { clock, median } from './figures.ts'
import { told, type Goal } from './goal.ts'
import type { Heard, ListenersOrders } from './processes/listeners.ts'
import { productSide, rest, type Side } from './sides.ts'

/** What the product still does after the last arrival: answering, clearing up. It belongs to the message. */
const SETTLE_MS = 20
const WARM = effort(4)
/** Presses that are measured with an audience of one. */
const ALONE = effort(16)
const WARM_UP = effort(400)
const LARGE = 5_000

export interface Round extends Heard {
  /** CPU of the sender per delivery, µs. */
  readonly cpu: number
  /** From the commit to the 99th of a hundred listeners. */
  readonly arrival: number
  /** The same from the press, so with the request and the transaction. */
  readonly fromPress: number
  readonly expected: number
}

/** One turn change to a whole audience; for each size of audience. */
export async function fanout(sizes: readonly number[], rounds: number): Promise<Goal[]> {
  const goals: Goal[] = []
  for (const streams of sizes) goals.push(...(await fanoutTo(streams, rounds)))
  return goals
}

async function fanoutTo(streams: number, rounds: number): Promise<Goal[]> {
  await using product = await productSide()
  await using listeners = startListeners()
  const changes = effort(streams >= LARGE ? 24 : 40)
  await warm(product)
  await measureRound(product, listeners, { streams, changes })
  const taken: Round[] = []
  const presses: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    taken.push(await measureRound(product, listeners, { streams, changes }))
    presses.push((await measureRound(product, listeners, { streams: 1, changes: ALONE })).cpu)
  }
  // What a press costs without an audience: the rest is the sending.
  const sending = taken.map(({ cpu }, round) => cpu - (presses[round] ?? 0) / streams)
  const name = `fan-out to ${streams.toLocaleString('en')}`
  const isWhole = taken.every(({ deliveries, expected, faults }) => deliveries === expected && faults === 0)
  const lost = taken.map(({ deliveries, expected }) => expected - deliveries)
  const notes = {
    cpu: `request, transaction and flush included; ${taken[0]?.bytesEach} B each`,
    sending: `without the ${(median(presses) / 1_000).toFixed(2)} ms of the press itself`,
    arrival: `from the commit; from the press ${median(taken.map(({ fromPress }) => fromPress)).toFixed(1)} ms`,
  }
  return [
    told(`${name}: CPU per delivery`, 'µs', { values: taken.map(({ cpu }) => cpu), notes: notes.cpu }),
    told(`${name}: of that, sending alone`, 'µs', { values: sending, notes: notes.sending }),
    told(`${name}: p99 arrival`, 'ms', { values: taken.map(({ arrival }) => arrival), notes: notes.arrival }),
    {
      name: `${name}: delivered in order, once`,
      unit: '',
      limit: 1,
      baseline: taken.map(({ expected }) => expected),
      subject: taken.map(({ deliveries }) => deliveries),
      fault: isWhole
        ? undefined
        : `${lost.join(', ')} missing, ${taken.map(({ faults }) => faults).join(', ')} skipped, twice or late`,
    },
  ]
}

/** The process that listens, on its core. */
export function startListeners(): Child<ListenersOrders> {
  return startChild<ListenersOrders>(new URL('processes/listeners.ts', import.meta.url), CLIENT_CORE)
}

/** Sends messages until V8 has compiled the code that they run. */
export async function warm(side: Pick<Side, 'send'>): Promise<void> {
  for (let message = 0; message < WARM_UP; message += 1) await side.send()
}

interface Audience {
  readonly streams: number
  readonly changes: number
}

let opened = 0

/** Opens the streams, sends messages with a pause after each, and closes the streams. */
export async function measureRound(
  side: Side,
  listeners: Child<ListenersOrders>,
  { streams, changes }: Audience,
): Promise<Round> {
  opened += 1
  const from = `127.0.0.${2 + (opened % 200)}`
  await listeners.ask('open', { port: side.port, path: await side.path(), count: streams, from })
  for (let change = 0; change < WARM; change += 1) {
    await listeners.ask('arrived', { number: await side.send() })
    await rest()
  }
  await listeners.ask('tell', [])
  await side.starts()

  const sent: { number: number; pressed: number }[] = []
  let cpu = 0
  for (let change = 0; change < changes; change += 1) {
    const before = await side.cpu()
    const pressed = clock()
    const number = await side.send()
    sent.push({ number, pressed })
    await listeners.ask('arrived', { number })
    await wait(SETTLE_MS)
    cpu += (await side.cpu()) - before
    await rest()
  }
  const starts = await side.starts()
  const heard = await listeners.ask(
    'tell',
    sent.map(({ number }, change) => ({ number, at: starts[change] ?? Number.NaN })),
  )
  await listeners.ask('close')
  await rest()
  const arrival = median(heard.p99)
  const late = sent.map(({ pressed }, change) => (heard.p99[change] ?? 0) + (starts[change] ?? 0) - pressed)
  return { ...heard, cpu: cpu / heard.deliveries, arrival, fromPress: median(late), expected: streams * changes }
}
