import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from '../tests/support/port.ts'
import { findPostgres } from '../tests/support/postgres.ts'
import { CLIENT_CORE, SERVER_CORE, startChild, type Child } from './child.ts'
import { effort } from './effort.ts'
import { startListeners, warm } from './fanout.ts'
import { clock, median } from './figures.ts'
import { skipped, type Goal } from './goal.ts'
import type { usage } from './orders.ts'
import type { ListenersOrders } from './processes/listeners.ts'
import type { PostgresOrders } from './processes/postgres.ts'
import { productSide, rest, type Side } from './sides.ts'
import type { Protocol } from './websocket.ts'

const SAVES = effort(40)
const WARM = effort(4)
const FOLDER = new URL('peers/', import.meta.url)

/** What the product may take of what each peer takes; null where nothing was promised. */
const PEERS = [
  { name: 'parse-server', protocol: 'parse', limits: { last: 0.4, cpu: 0.33, memory: 1.2 } },
  { name: 'Feathers', protocol: 'feathers', limits: { last: 0.8, cpu: null, memory: null } },
] as const satisfies readonly { name: string; protocol: Protocol; limits: Record<string, number | null> }[]

interface Saver extends Pick<Side, 'cpu' | 'rss' | 'port' | 'path' | 'send'>, AsyncDisposable {
  readonly protocol?: Protocol
}

interface Round {
  /** From sending a save to the last subscriber that has it, ms. */
  readonly last: number
  /** CPU of the server's process per delivery, µs. */
  readonly cpu: number
  /** Memory of the server's process with all subscribers, MB. */
  readonly memory: number
  /** CPU of PostgreSQL per save, ms; `NaN` where it is not measured. */
  readonly database: number
  readonly deliveries: number
  readonly expected: number
  readonly faults: number
}

/** A save over HTTP that reaches every subscriber: the product beside parse-server and Feathers, all on one PostgreSQL. */
export async function peers([count = 1_000]: readonly number[], rounds: number): Promise<Goal[]> {
  const missing = whyNot()
  if (missing !== null) return PEERS.map(({ name }) => skipped(`${titleOf(count)} over ${name}`, missing))
  await using postgres = startChild<PostgresOrders>(new URL('processes/postgres.ts', import.meta.url), CLIENT_CORE)
  await postgres.ask('start')
  try {
    await using product = await productSide({ databaseUrl: await postgres.ask('database') })
    await using parse = await peerSide('parse', await postgres.ask('database'))
    await using feathers = await peerSide('feathers', await postgres.ask('database'))
    await using listeners = startListeners()
    const sides = { product, parse, feathers }
    for (const side of Object.values(sides)) await warm(side)
    const taken: Record<keyof typeof sides, Round[]> = { product: [], parse: [], feathers: [] }
    const measure = (name: keyof typeof sides) => measureSaves(sides[name], listeners, postgres, count)
    const names = ['product', 'parse', 'feathers'] as const
    for (const name of names) await measure(name)
    for (let round = 0; round < rounds; round += 1) {
      const first = round % names.length
      for (const name of [...names.slice(first), ...names.slice(0, first)]) taken[name].push(await measure(name))
    }
    return [
      ...PEERS.flatMap((peer) => goalsOf(count, peer, taken[peer.protocol], taken.product)),
      delivered(count, [...taken.parse, ...taken.feathers], taken.product),
    ]
  } finally {
    await postgres.ask('stop')
  }
}

let opened = 0

async function measureSaves(
  side: Saver,
  listeners: Child<ListenersOrders>,
  postgres: Child<PostgresOrders>,
  count: number,
): Promise<Round> {
  opened += 1
  const { port, protocol } = side
  const from = `127.0.1.${2 + (opened % 200)}`
  await listeners.ask('open', { port, path: await side.path(), count, from, protocol })
  for (let save = 0; save < WARM; save += 1) {
    await listeners.ask('arrived', { number: await side.send() })
    await rest()
  }
  await listeners.ask('tell', [])
  const usage = async () => ({ cpu: await side.cpu(), database: (await postgres.ask('cpu')) ?? Number.NaN })
  const before = await usage()
  const sent: { number: number; at: number }[] = []
  for (let save = 0; save < SAVES; save += 1) {
    const at = clock()
    const number = await side.send()
    sent.push({ number, at })
    await listeners.ask('arrived', { number })
    await rest()
  }
  // With the rests: what a save leaves to be done later belongs to it.
  const after = await usage()
  const memory = (await side.rss()) / 2 ** 20
  const { last, deliveries, faults } = await listeners.ask('tell', sent)
  await listeners.ask('close')
  await rest()
  return {
    last: median(last),
    cpu: (after.cpu - before.cpu) / deliveries,
    memory,
    database: (after.database - before.database) / SAVES / 1_000,
    deliveries,
    expected: SAVES * count,
    faults,
  }
}

interface Started {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

interface PeerOrders extends Readonly<Record<keyof typeof usage, () => number>> {
  readonly start: (at: { readonly port: number; readonly databaseUrl: string }) => Promise<Started>
  readonly [name: string]: (input: never) => unknown
}

/** A peer whose user, signed in, saves one new row over HTTP: the cheapest save that a peer has. */
async function peerSide(protocol: Protocol, databaseUrl: string): Promise<Saver> {
  // parse-server makes a folder of logs unless this variable is `null`.
  const production = ['env', 'NODE_ENV=production', 'PARSE_SERVER_LOGS_FOLDER=null']
  const child = startChild<PeerOrders>(new URL(`${protocol}.mjs`, FOLDER), SERVER_CORE, production)
  const port = await freePort()
  const { path, headers } = await child.ask('start', { port, databaseUrl })
  const url = `http://127.0.0.1:${port}${path}`
  let numero = 0
  return {
    protocol,
    port,
    path: async () => '',
    cpu: () => child.ask('cpu'),
    rss: () => child.ask('rss'),
    send: async () => {
      numero += 1
      const competidorId = crypto.randomUUID()
      const body = JSON.stringify({ numero, dia: 'jueves', selectedRow: numero % 72, competidorId })
      const response = await fetch(url, { method: 'POST', headers, body })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return numero
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  }
}

/** Why the peers cannot be measured here; null when they can. Installs their packages at the first run. */
function whyNot(): string | null {
  const found = findPostgres()
  if (found.kind === 'none') return `PostgreSQL is missing: ${found.reason}`
  const [locked, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((name) =>
    fileURLToPath(new URL(name, FOLDER)),
  )
  if (locked && installed && existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs)
    return null
  try {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', args, { cwd: fileURLToPath(FOLDER), stdio: ['ignore', 'ignore', 'inherit'] })
    return null
  } catch {
    return 'the packages of bench/peers could not be installed'
  }
}

const titleOf = (count: number) => `a save to ${count.toLocaleString('en')}`

function goalsOf(
  count: number,
  { name, limits }: (typeof PEERS)[number],
  theirs: readonly Round[],
  ours: readonly Round[],
): Goal[] {
  const goal = (what: string, unit: string, limit: number | null, of: (round: Round) => number): Goal => ({
    name: `${titleOf(count)} over ${name}: ${what}`,
    unit,
    limit,
    baseline: theirs.map(of),
    subject: ours.map(of),
  })
  return [
    goal('until the last has it', 'ms', limits.last, ({ last }) => last),
    goal('CPU per delivery', 'µs', limits.cpu, ({ cpu }) => cpu),
    goal('memory', 'MB', limits.memory, ({ memory }) => memory),
    goal("PostgreSQL's CPU", 'ms', null, ({ database }) => database),
  ]
}

function delivered(count: number, theirs: readonly Round[], ours: readonly Round[]): Goal {
  const isWhole = [...theirs, ...ours].every(
    ({ deliveries, expected, faults }) => deliveries === expected && faults === 0,
  )
  const lost = (rounds: readonly Round[]) => rounds.map(({ deliveries, expected }) => expected - deliveries).join(', ')
  return {
    name: `${titleOf(count)}: delivered in order, once`,
    unit: '',
    limit: 1,
    baseline: ours.map(({ expected }) => expected),
    subject: ours.map(({ deliveries }) => deliveries),
    fault: isWhole ? undefined : `missing of the peers: ${lost(theirs)}; of the product: ${lost(ours)}`,
  }
}
