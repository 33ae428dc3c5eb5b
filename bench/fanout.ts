import { setTimeout as wait } from 'node:timers/promises'
import { CLIENT_CORE, startChild, type Child } from './child.ts'
import { effort } from './effort.ts'
import { clock, median } from './figures.ts'
import type { Goal } from './goal.ts'
import type { Heard, ListenersOrders } from './processes/listeners.ts'
import { netSide, productSide, rest, type Side } from './sides.ts'

/** What a side still does after the last arrival: answering, clearing up. It belongs to the message. */
export const SETTLE_MS = 20
const WARM = effort(4)
/** Presses that are measured with an audience of one. */
const ALONE = effort(16)
const WARM_UP = effort(400)
const LIMITS = { cpu: { small: 1.35, large: 1.25 }, p99: { small: 1.3, large: 1.15 } } as const
const LARGE = 5_000

export interface Round extends Heard {
  /** CPU of the sender per delivery, µs. */
  readonly cpu: number
  /** From the moment a message could travel (the product: its commit) to the 99th of a hundred listeners. */
  readonly arrival: number
  /** The same from the press, so with the request and the transaction. */
  readonly fromPress: number
  readonly expected: number
}

/** One turn change to a whole audience, against a loop over bare sockets; for each size of audience. */
export async function fanout(sizes: readonly number[], rounds: number): Promise<Goal[]> {
  const goals: Goal[] = []
  for (const streams of sizes) goals.push(...(await fanoutTo(streams, rounds)))
  return goals
}

async function fanoutTo(streams: number, rounds: number): Promise<Goal[]> {
  let bytes = 220
  await using product = await productSide()
  await using net = await netSide(() => bytes)
  await using listeners = startChild<ListenersOrders>(new URL('processes/listeners.ts', import.meta.url), CLIENT_CORE)
  const changes = effort(streams >= LARGE ? 24 : 40)
  const measure = (side: Side) => measureRound(side, listeners, { streams, changes })
  bytes = (await measure(product)).bytesEach
  await measure(net)

  await warm(product)
  await warm(net)
  const [subject, baseline]: [Round[], Round[]] = [[], []]
  const presses: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    baseline.push(await measure(net))
    subject.push(await measure(product))
    presses.push((await measureRound(product, listeners, { streams: 1, changes: ALONE })).cpu)
  }
  // What a press costs without anybody to tell: the rest is the sending.
  const sending = subject.map(({ cpu }, round) => cpu - (presses[round] ?? 0) / streams)
  const size = streams >= LARGE ? 'large' : 'small'
  const name = `fan-out to ${streams.toLocaleString('en')}`
  const all = [...baseline, ...subject]
  const whole = all.every(({ deliveries, expected, faults }) => deliveries === expected && faults === 0)
  const press = median(subject.map(({ fromPress }) => fromPress))
  return [
    {
      name: `${name}: CPU per delivery`,
      unit: 'µs',
      limit: LIMITS.cpu[size],
      baseline: baseline.map(({ cpu }) => cpu),
      subject: subject.map(({ cpu }) => cpu),
      notes: `request, transaction and flush included; ${bytes} B each`,
    },
    {
      name: `${name}: of that, sending alone`,
      unit: 'µs',
      limit: null,
      baseline: baseline.map(({ cpu }) => cpu),
      subject: sending,
      notes: `without the ${(median(presses) / 1_000).toFixed(2)} ms of the press itself`,
    },
    {
      name: `${name}: p99 arrival`,
      unit: 'ms',
      limit: LIMITS.p99[size],
      baseline: baseline.map(({ arrival }) => arrival),
      subject: subject.map(({ arrival }) => arrival),
      notes: `from the commit; from the press ${press.toFixed(1)} ms`,
    },
    {
      name: `${name}: delivered in order, once`,
      unit: '',
      limit: 1,
      baseline: baseline.map(({ expected }) => expected),
      subject: subject.map(({ deliveries }) => deliveries),
      fault: whole ? undefined : [faultOf('baseline', baseline), faultOf('product', subject)].join('; '),
    },
  ]
}

function faultOf(side: string, rounds: readonly Round[]): string {
  const lost = rounds.map(({ deliveries, expected }) => expected - deliveries)
  return `${side}: ${lost.join(', ')} missing, ${rounds.map(({ faults }) => faults).join(', ')} skipped, twice or late`
}

/** Sends messages until V8 has compiled the code that they run. */
export async function warm(side: Pick<Side, 'send'>): Promise<void> {
  for (let message = 0; message < WARM_UP; message += 1) await side.send()
}

interface Audience {
  readonly streams: number
  readonly changes: number
  /** Streams that are opened and never read. */
  readonly unread?: number
  /** Other clients write too, so the commit of a press is not known: the delay counts from the press. */
  readonly others?: boolean
}

let opened = 0

/** Opens the streams, sends messages with a pause after each, and closes the streams. */
export async function measureRound(
  side: Side,
  listeners: Child<ListenersOrders>,
  { streams, changes, unread = 0, others = false }: Audience,
): Promise<Round> {
  opened += 1
  await listeners.ask('open', {
    port: side.port,
    path: await side.path(),
    count: streams,
    from: `127.0.0.${2 + (opened % 200)}`,
    unread,
    others,
  })
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
  const commits = await side.starts()
  const starts = others ? sent.map(({ pressed }) => pressed) : commits
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
