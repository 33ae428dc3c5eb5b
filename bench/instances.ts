import { setTimeout as wait } from 'node:timers/promises'
import { CLIENT_CORE, startChild, type Child } from './child.ts'
import { tryPassword, type Desk, type Pressing } from './desk.ts'
import { effort } from './effort.ts'
import { clock } from './figures.ts'
import { counted, skipped, told, type Goal } from './goal.ts'
import { findNginx } from './nginx.ts'
import type { PhonesOrders, Spread } from './processes/phones.ts'
import { Venue } from './venue.ts'
import { findPostgres } from '../tests/support/postgres.ts'
import { aTrackOf } from '../tests/support/mp3.ts'
import { missingForS3 } from '../tests/support/s3.ts'

const RECOVER_MS = 120_000
const DATABASE_AWAY_MS = effort(3_000, 500)
const INSTANCE_AWAY_MS = effort(5_000, 500)
/** A little longer than the time after which `worker_shutdown_timeout` ends the streams of the old workers. */
const RELOAD_MS = effort(22_000, 500)
const INSTANCES = effort(4, 2)
const STALLED = effort(200)
const PRESSES = effort(8)
/** Wrong passwords that one address may send for one account. */
const WRONG = 10
/** A track of 5 minutes, which takes about half a minute to arrive. */
const TRACK_BYTES = effort(5 * 1024 ** 2, 512 * 1024)
const TRACK_S = 328
const KILL_EVERY_MS = effort(4_000, 500)

/** Several instances behind nginx with HTTP/2 and TLS, on one PostgreSQL and one S3 server, while parts of them fail. */
export async function instances(phones: number): Promise<Goal[]> {
  const nginx = findNginx()
  const postgres = findPostgres({ own: true })
  const missing = [
    ...(nginx === undefined ? ['nginx'] : []),
    ...(postgres.kind === 'none' ? [postgres.reason] : []),
    ...[missingForS3() ?? []].flat(),
  ]
  if (nginx === undefined || missing.length > 0) return [skipped('instances', missing.join(', '))]
  return [...(await failures(nginx, phones)), ...(await arrivals(nginx, Math.round(phones * 1.25)))]
}

/** Several instances: one is killed, the database restarts, the proxy is reloaded. An administrator presses all the time. */
async function failures(nginx: string, count: number): Promise<Goal[]> {
  await using venue = await Venue.open(nginx, INSTANCES)
  await using phones = startPhones()
  const { port, ca } = venue.nginx
  await phones.ask('arrive', { port, ca, count, over: effort(15_000, 500), loads: false, follows: true })
  const desk = await venue.signIn()
  await everybody(phones, count, 0)
  const before = venue.nginx.usage()
  const quiet = await desk.measure(phones, PRESSES)
  const proxy = venue.nginx.usage()

  const goals: Goal[] = [
    told(`${INSTANCES} instances, ${count} phones: last arrival of a press`, 'ms', quiet.max, shares(quiet)),
  ]
  const perDelivery = ((proxy.cpu - before.cpu) * 1_000) / (PRESSES * count)
  const perStream = `${((proxy.memory * 1024) / count).toFixed(0)} KB of memory for each stream`
  goals.push(told('… CPU of nginx for each delivery', 'µs', perDelivery, perStream))
  const disturb = async (name: string, act: () => Promise<void>): Promise<void> => {
    await phones.ask('forgetGaps')
    const pressing = desk.keepPressing()
    await act()
    goals.push(await recovery(phones, desk, { name, count, pressing }))
  }
  await disturb('an instance killed', async () => {
    await venue.kill(1)
    await wait(INSTANCE_AWAY_MS)
    await venue.start(1)
  })
  await disturb('the database restarted', () => venue.postgres.restart('fast', () => wait(DATABASE_AWAY_MS)))
  await disturb('the proxy reloaded', async () => {
    venue.nginx.reload()
    await wait(RELOAD_MS)
  })

  goals.push(await killedUpload(venue, desk))
  goals.push(
    ...(await lastGoals(venue, { phones, desk, count })),
    counted('… addresses told apart by the limit of wrong passwords', 2, await countAddresses(venue)),
    told('… memory of an instance', 'MB', await venue.memory(), `${Math.round(count / INSTANCES)} streams each`),
  )
  return goals
}

/** Two instances: an audience arrives within a minute, some of it never reads, and both instances are restarted in turn. */
async function arrivals(nginx: string, count: number): Promise<Goal[]> {
  await using venue = await Venue.open(nginx, 2)
  await using phones = startPhones()
  const { port, ca } = venue.nginx
  const arriving = phones.ask('arrive', { port, ca, count, over: effort(60_000, 500), loads: true, follows: true })
  const desk = await venue.signIn()
  await arriving
  await everybody(phones, count, 0)
  const shown = await phones.ask('shown')
  const before = await desk.measure(phones, PRESSES)
  await phones.ask('stall', { count: STALLED })
  const beside = await desk.measure(phones, PRESSES)
  const goals: Goal[] = [
    counted(`2 instances: of ${count} who arrive within a minute, served`, count, shown.count),
    told('… from arrival to the first state', 'ms', shown.p50, shares(shown)),
    told('… last arrival of a press', 'ms', before.max, shares(before)),
    { ...told(`… p99 of a press beside ${STALLED} who never read`, 'ms', beside.p99), baseline: [before.p99] },
  ]
  goals.push(...(await quietRestart(venue, phones, count)))
  await phones.ask('forgetGaps')
  const pressing = desk.keepPressing()
  await restartInTurn(venue)
  goals.push(await recovery(phones, desk, { name: 'a restart of one instance after the other', count, pressing }))
  return [...goals, ...(await lastGoals(venue, { phones, desk, count }))]
}

/** As the upgrade of `deploy/README.md` does. */
async function restartInTurn(venue: Venue): Promise<void> {
  for (const index of [0, 1]) {
    await venue.stop(index)
    await venue.start(index)
  }
}

/** Both instances are restarted while the phones only hold their streams: nothing else tells the proxy that one is back. */
async function quietRestart(venue: Venue, phones: Child<PhonesOrders>, count: number): Promise<Goal[]> {
  await phones.ask('forgetGaps')
  await restartInTurn(venue)
  await everybody(phones, count, 0)
  const gaps = await phones.ask('gaps')
  return [
    told(
      '… both restarted in turn, nobody presses: longest without a stream',
      's',
      gaps.max / 1_000,
      seconds(gaps.p50),
    ),
    {
      ...told('… answers 502 meanwhile', '', gaps.refused),
      fault: gaps.refused === 0 ? undefined : 'some were refused',
    },
  ]
}

interface Present {
  readonly phones: Child<PhonesOrders>
  readonly desk: Desk
  readonly count: number
}

/** At the end no phone is behind, and no acknowledged press is missing. */
async function lastGoals(venue: Venue, { phones, desk, count }: Present): Promise<Goal[]> {
  const { at } = await phones.ask('state', { revision: desk.lastRevision })
  const logged = await venue.countLogged(desk.acknowledged)
  return [
    counted('… phones on the last revision at the end', count, at),
    counted('… acknowledged presses in the log of changes', desk.acknowledged.size, logged),
  ]
}

function startPhones(): Child<PhonesOrders> {
  return startChild<PhonesOrders>(new URL('processes/phones.ts', import.meta.url), CLIENT_CORE)
}

/** Resolves when every phone has its stream open and is at a revision. Throws after two minutes. */
async function everybody(phones: Child<PhonesOrders>, count: number, revision: number): Promise<void> {
  for (const until = clock() + RECOVER_MS; ;) {
    const { open, at } = await phones.ask('state', { revision })
    if (at === count) return
    if (clock() > until) throw new Error(`${open} of ${count} streams open, ${at} at revision ${revision}`)
    await wait(100)
  }
}

/** A track is sent while every instance is killed once, so that it begins and ends on different ones. */
async function killedUpload(venue: Venue, desk: Desk): Promise<Goal> {
  const uploading = desk.organiser.upload(aTrackOf(TRACK_BYTES), { isSlow: true })
  for (let index = 0; index < INSTANCES; index += 1) {
    await wait(KILL_EVERY_MS)
    await venue.kill(index)
    await venue.start(index)
  }
  const { duracion, connections } = await uploading
  const goal = counted('… seconds measured of a track sent meanwhile, each instance killed once', TRACK_S, duracion)
  return { ...goal, notes: `over ${connections} connections` }
}

/** Two people behind the proxy: the wrong passwords of one do not count for the other. */
async function countAddresses({ nginx }: Venue): Promise<number> {
  let refused = 0
  for (let attempt = 0; attempt <= WRONG; attempt += 1) refused = await tryPassword(nginx, '127.0.0.2')
  if (refused !== 429) return 0
  return (await tryPassword(nginx, '127.0.0.3')) === 429 ? 1 : 2
}

interface Disturbance {
  readonly name: string
  readonly count: number
  readonly pressing: Pressing
}

/** Waits until every phone has its stream again, stops the presses, and waits until every phone is at the last one. */
async function recovery(
  phones: Child<PhonesOrders>,
  desk: Desk,
  { name, count, pressing }: Disturbance,
): Promise<Goal> {
  await everybody(phones, count, desk.lastRevision)
  await pressing.stop()
  await everybody(phones, count, desk.lastRevision)
  const gaps = await phones.ask('gaps')
  return told(
    `… ${name}: longest without a stream`,
    's',
    gaps.max / 1_000,
    `${gaps.count} streams opened again, median ${seconds(gaps.p50)}, 95 % ${seconds(gaps.p95)}; slowest press ${seconds(pressing.slowest())}`,
  )
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
const shares = ({ p50, p95, p99, max }: Spread): string =>
  `median ${Math.round(p50)}, 95 % ${Math.round(p95)}, 99 % ${Math.round(p99)}, last ${Math.round(max)} ms`
