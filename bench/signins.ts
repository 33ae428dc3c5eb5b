import { CLIENT_CORE, EVERY_CORE, startChild, type Child } from './child.ts'
import { effort } from './effort.ts'
import { measureRound, type Round } from './fanout.ts'
import { median, percentile } from './figures.ts'
import type { Goal } from './goal.ts'
import type { ListenersOrders } from './processes/listeners.ts'
import type { Entered, SigninsOrders } from './processes/signins.ts'
import { productSide, type ProductSide } from './sides.ts'

const PER_SECOND = effort(20, 2)
const CHANGES = effort(40, 2)
const LATE_MS = 100
const CUENTAS = {
  emails: Array.from({ length: 200 }, (_, n) => `competidora${n}@example.com`),
  password: 'una-clave-larga',
}

interface Rush {
  readonly round: Round
  readonly entered: Entered
  readonly late: number
}

/** The delay of the live views while people sign in. */
export async function signins([count = 1_000]: readonly number[], rounds: number): Promise<Goal[]> {
  // Checking a password is work for a second core: the product has the whole machine, as its operator gives it.
  await using product = await productSide({ cores: EVERY_CORE })
  await using listeners = startChild<ListenersOrders>(new URL('processes/listeners.ts', import.meta.url), CLIENT_CORE)
  await using door = startChild<SigninsOrders>(new URL('processes/signins.ts', import.meta.url), CLIENT_CORE)
  await product.cuentas(CUENTAS)
  const measure = () => measureRound(product, listeners, { streams: count, changes: CHANGES, others: true })
  await measure()
  const [calm, rush]: [Round[], Rush[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    calm.push(await measure())
    rush.push(await during(product, door, measure))
  }
  return goalsOf(calm, rush)
}

async function during(product: ProductSide, door: Child<SigninsOrders>, measure: () => Promise<Round>): Promise<Rush> {
  await product.late()
  await door.ask('start', { port: product.port, perSecond: PER_SECOND, ...CUENTAS })
  const round = await measure()
  const entered = await door.ask('stop')
  return { round, entered, late: await product.late() }
}

function goalsOf(calm: readonly Round[], rush: readonly Rush[]): Goal[] {
  const rounds = [...calm, ...rush.map(({ round }) => round)]
  const isWhole = rounds.every(({ deliveries, expected, faults }) => deliveries === expected && faults === 0)
  const refused = rush.map(({ entered }) => entered.refused)
  const times = rush.flatMap(({ entered }) => entered.times)
  const waited = `signed in after ${median(times).toFixed(0)} ms, 99 of 100 after ${percentile(times, 0.99).toFixed(0)}`
  const arrived = `${rush.map(({ entered }) => entered.tried).join(', ')} tries`
  return [
    {
      name: `p99 arrival while ${PER_SECOND} a second sign in`,
      unit: 'ms',
      limit: 4,
      baseline: calm.map(({ arrival }) => arrival),
      subject: rush.map(({ round }) => round.arrival),
      fault: isWhole ? undefined : 'a delivery was lost or came twice',
      notes: waited,
    },
    {
      name: 'latest that the event loop came meanwhile',
      unit: 'ms',
      limit: 1,
      baseline: rush.map(() => LATE_MS),
      subject: rush.map(({ late }) => late),
      fault: refused.every((none) => none === 0) ? undefined : `${refused.join(', ')} were not let in`,
      notes: `${arrived}; the baseline is what was promised`,
    },
  ]
}
