import { setTimeout as wait } from 'node:timers/promises'
import { CLIENT_CORE, startChild, type Child } from './child.ts'
import { effort } from './effort.ts'
import { measureRound } from './fanout.ts'
import { median } from './figures.ts'
import type { Goal } from './goal.ts'
import type { ListenersOrders } from './processes/listeners.ts'
import { netSide, productSide, rest, type ProductSide, type Side } from './sides.ts'

const UNREAD = effort(200, 2)
/** The limit for the memory of an idle stream. */
const MOST_KB = 32
const CHANGES = effort(12)
const SETTLE_MS = effort(1_500, 10)
const BLASTS = effort(600, 2)
/** Days of 100 entries: messages just small enough to be sent to each stream, until they fill what the kernel holds for one. */
const FULL_DAYS = { categorias: 30, porCategoria: 10 }

/** The memory of an idle stream, and the delay that clients which never read cause to the others. */
export async function streams([count = 1_000]: readonly number[], rounds: number): Promise<Goal[]> {
  await using listeners = startChild<ListenersOrders>(new URL('processes/listeners.ts', import.meta.url), CLIENT_CORE)
  return [await idle(listeners, count, rounds), ...(await stalled(listeners, count, rounds))]
}

/** Measures in a new process each time, because a process seldom returns memory. */
async function idle(listeners: Child<ListenersOrders>, count: number, rounds: number): Promise<Goal> {
  const each = async (opening: Promise<Side>): Promise<number> => {
    await using side = await opening
    const path = await side.path()
    await wait(SETTLE_MS)
    const before = await side.rss()
    await listeners.ask('open', { port: side.port, path, count, from: '127.0.0.1' })
    await wait(SETTLE_MS)
    const grown = (await side.rss()) - before
    await listeners.ask('close')
    return grown / count / 1024
  }
  const [bare, subject]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await each(netSide(() => 0)))
    subject.push(await each(productSide()))
  }
  return {
    name: `memory per idle stream of ${count.toLocaleString('en')}`,
    unit: 'KB',
    limit: 1,
    baseline: subject.map(() => MOST_KB),
    subject,
    notes: `promised: ${MOST_KB} KB; a bare socket holds ${median(bare).toFixed(1)} KB`,
  }
}

async function stalled(listeners: Child<ListenersOrders>, count: number, rounds: number): Promise<Goal[]> {
  await using product = await productSide({ size: FULL_DAYS })
  const reading = Math.max(1, count - UNREAD)
  const measure = (unread: number) => measureRound(product, listeners, { streams: reading, changes: CHANGES, unread })
  await measure(0)
  const [baseline, subject]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    baseline.push((await measure(0)).arrival)
    subject.push((await measure(UNREAD)).arrival)
  }
  const name = `p99 of ${reading.toLocaleString('en')} beside ${UNREAD} streams that are never read`
  return [{ name, unit: 'ms', limit: null, baseline, subject }, await blast(product, listeners, reading)]
}

/** Sends whole days until every client that does not read is disconnected, and no other. */
async function blast(product: ProductSide, listeners: Child<ListenersOrders>, reading: number): Promise<Goal> {
  const path = await product.path()
  const before = await product.rss()
  await listeners.ask('open', { port: product.port, path, count: reading, from: '127.0.0.1', unread: UNREAD })
  const grown: number[] = []
  let [cut, sent] = [0, 0]
  for (; sent < BLASTS && cut < UNREAD; sent += 1) {
    await listeners.ask('arrived', { number: await product.sendDay() })
    await rest()
    grown.push((await product.rss()) - before)
    cut = await cutOf(product)
  }
  const { faults, bytesEach } = await listeners.ask('tell', [])
  await listeners.ask('close')
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
  return {
    name: `streams cut of ${UNREAD} that are never read`,
    unit: '',
    limit: 1,
    baseline: [UNREAD],
    subject: [cut],
    fault: cut === UNREAD && faults === 0 ? undefined : `${cut} cut, ${faults} faults among the streams that are read`,
    notes: `after ${sent} messages of ${Math.round(bytesEach / 1024)} KB; memory grew by ${megabytes(Math.max(...grown))}, median ${megabytes(median(grown))}`,
  }
}

async function cutOf(product: ProductSide): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  return Number(/^live_streams_cut (\d+)/m.exec(text)?.[1] ?? 0)
}
