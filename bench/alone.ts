import { setTimeout as wait } from 'node:timers/promises'
import { setReloj } from '#contract/horario.ts'
import { publishPrograma, savePrograma } from '#contract/programa.ts'
import { viewKey } from '#contract/view.ts'
import { horarioDeDia } from '#contract/views/horario.ts'
import { DIAS } from '#domain/dia.ts'
import { CLIENT_CORE, SERVER_CORE, startChild, type Child } from './child.ts'
import { effort } from './effort.ts'
import { measureRound, SETTLE_MS, warm } from './fanout.ts'
import type { Goal } from './goal.ts'
import type { BareOrders } from './processes/bare.ts'
import type { ListenersOrders } from './processes/listeners.ts'
import { productSide, rest, VIEWS, type ProductSide } from './sides.ts'

const PRESSES = effort(16)
const WARM_UP = effort(400)

/** People whose pages show entries that they follow. */
const FOLLOWERS = effort(300, 4)
/** A page that follows entries has the running orders of the other days open too. What is followed never leaves the device. */
const FOLLOWING = [VIEWS, ...DIAS.slice(1).map((dia) => viewKey(horarioDeDia, { dia }))].join()

/** CPU of a press: what one stream hears, and what people who follow entries and a published programme add. */
export async function alone(streams: readonly number[], rounds: number): Promise<Goal[]> {
  const most = Math.max(...streams)
  return [await pressed(rounds), await followed(rounds), await programado(most, rounds)]
}

async function followed(rounds: number): Promise<Goal> {
  await using plain = await productSide()
  await using following = await productSide({ views: FOLLOWING })
  return {
    name: `a press with ${FOLLOWERS} people who follow entries: CPU`,
    ...(await compare(plain, following, { streams: FOLLOWERS, rounds })),
    notes: 'baseline: the same people, who follow nobody',
  }
}

async function programado(streams: number, rounds: number): Promise<Goal> {
  await using plain = await productSide()
  await using published = await productSide()
  const en = (command: { readonly method: string; readonly path: string }) => ({
    ...command,
    path: command.path.replace(':dia', 'jueves'),
  })
  await published.act(setReloj, { activarReloj: true })
  await published.act(en(savePrograma), { inicio: '2026-01-01T10:00', montaje: 30, jueceo: 30 })
  await published.act(en(publishPrograma), {})
  return {
    name: `a press with a published programme, to ${streams.toLocaleString('en')}: CPU`,
    ...(await compare(plain, published, { streams, rounds })),
    notes: 'baseline: a day without one',
  }
}

/** The CPU of a press on two sides with the same audience, in turns, ms. */
async function compare(
  plain: ProductSide,
  other: ProductSide,
  { streams, rounds }: { readonly streams: number; readonly rounds: number },
): Promise<Pick<Goal, 'unit' | 'limit' | 'baseline' | 'subject'>> {
  await using listeners = startChild<ListenersOrders>(new URL('processes/listeners.ts', import.meta.url), CLIENT_CORE)
  await warm(plain)
  await warm(other)
  const [baseline, subject]: [number[], number[]] = [[], []]
  const measure = async (side: ProductSide) =>
    ((await measureRound(side, listeners, { streams, changes: PRESSES })).cpu * streams) / 1_000
  for (let round = 0; round < rounds; round += 1) {
    baseline.push(await measure(plain))
    subject.push(await measure(other))
  }
  return { unit: 'ms', limit: 1.05, baseline, subject }
}

/** A press that one stream hears, over HTTP, against the rows that it writes in a bare `node:sqlite`. */
async function pressed(rounds: number): Promise<Goal> {
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
  return {
    name: 'a press that one stream hears: CPU',
    unit: 'ms',
    limit: null,
    baseline,
    subject,
    notes: 'baseline: its rows in a bare node:sqlite, as often',
  }
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
