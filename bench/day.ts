import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { askAt } from './ask.ts'
import { CLIENT_CORE, startChild } from './child.ts'
import { effort } from './effort.ts'
import { clock } from './figures.ts'
import { counted, told, type Goal } from './goal.ts'
import { liveHeap } from './inspector.ts'
import { Organiser, type Juez } from './organiser.ts'
import { freshFolder } from './place.ts'
import type { CrowdOrders } from './processes/crowd.ts'
import { ADMIN_ENV, EVENT, importEvent, usageOf, type Usage } from './server.ts'
import { aTrackOf } from '../tests/support/mp3.ts'
import { freePort } from '../tests/support/port.ts'
import { ServerProcess } from '../tests/support/server.ts'

/** One hour of the event takes one minute. */
const MINUTE_MS = effort(60_000, 6_000)
/** Five minutes of the event. */
const TURN_MS = effort(5_000, 500)
/** A track every ten minutes of the event. */
const TURNS_PER_TRACK = 2
const TRACK_BYTES = 1024 ** 2
const JUECES = 6
const SPECTATORS = effort(2_000, 4)
/** A spectator stays for about twenty minutes of the event. */
const STAY_MS = effort(20_000, 1000)
const SAMPLE_MS = effort(2_000, 500)
const SETTLE_MS = effort(10_000, 200)
/** What is alive after a collection of garbage varies with what is under way. */
const FLAT = 1.15

/** Ten hours of an event at sixty times its pace: turns, marks, tracks, and spectators who come and go. */
export async function day(hours: number): Promise<Goal[]> {
  const dataDir = freshFolder()
  const env = { DATA_DIR: dataDir, ...ADMIN_ENV }
  await importEvent(EVENT, env)
  const inspector = await freePort()
  const options = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` }
  await using server = await ServerProcess.listening({ ...env, ...options })
  await using crowd = startChild<CrowdOrders>(new URL('processes/crowd.ts', import.meta.url), CLIENT_CORE)
  const desk = await Organiser.signIn(askAt(server.origin))
  const jueces = await Promise.all(Array.from({ length: JUECES }, (_, index) => desk.addJuez(`Juez ${index + 1}`)))
  const entries = await desk.openDay('sábado')
  await wait(SETTLE_MS)
  const idle = await usageOf(server.origin)
  const logBefore = sizeOf(dataDir)

  const { port } = new URL(server.origin)
  const path = '/api/live?views=horario,portada'
  await crowd.ask('open', { port: Number(port), path, count: SPECTATORS, stay: STAY_MS })
  const samples: Usage[] = []
  const until = clock() + hours * MINUTE_MS
  const sampling = (async () => {
    for (; clock() < until; await wait(SAMPLE_MS)) samples.push(await usageOf(server.origin))
  })()
  const early = wait(Math.max(1.5 * STAY_MS, (hours * MINUTE_MS) / 10)).then(() => liveHeap(inspector))
  let [marks, tracks, turns] = [0, 0, 0]
  for (; clock() < until; turns += 1) {
    const next = clock() + TURN_MS
    const entry = entries[turns % entries.length]
    await desk.moveTurno((turns % entries.length) + 1)
    if (turns < entries.length && entry) {
      marks += await desk.mark(jueces, entry)
    }
    if (turns % TURNS_PER_TRACK === 0) {
      await desk.upload(aTrackOf(TRACK_BYTES))
      tracks += 1
    }
    await wait(Math.max(0, next - clock()))
  }
  await sampling
  const late = await liveHeap(inspector)
  const { visits, messages } = await crowd.ask('close')
  await wait(SETTLE_MS)
  const after = await usageOf(server.origin)
  const rows = countLog(dataDir)

  const name = `${hours} hours at 60x`
  const grown = sizeOf(dataDir) - logBefore
  return [
    {
      name: `${name}: live memory at the end over that after a tenth`,
      unit: 'MB',
      limit: FLAT,
      baseline: [await early],
      subject: [late],
      notes: `${turns} turns, ${marks} marks, ${tracks} tracks of 1 MB, ${visits} visits of ${SPECTATORS} at once, ${messages} messages`,
    },
    told(
      `${name}: resident memory at most`,
      'MB',
      Math.max(...samples.map(({ memory }) => memory)),
      `${idle.memory.toFixed(0)} MB before, ${after.memory.toFixed(0)} MB after everybody left: V8 keeps what it once had`,
    ),
    {
      name: `${name}: file descriptors after everybody left`,
      unit: '',
      limit: 1,
      baseline: [idle.descriptors],
      subject: [after.descriptors],
    },
    counted(`${name}: marks in the database`, marks, countMarks(dataDir, jueces)),
    told(
      `${name}: the log of changes`,
      'rows',
      rows.rows,
      `${Math.round(rows.bytes / 1024)} KB of values; the database grew by ${Math.round(grown / 1024)} KB`,
    ),
  ]
}

function sizeOf(dataDir: string): number {
  const files = readdirSync(dataDir).filter((name) => name.startsWith('evento.sqlite') && !name.endsWith('-shm'))
  return files.reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0)
}

function countLog(dataDir: string): { rows: number; bytes: number } {
  using db = new DatabaseSync(join(dataDir, 'evento.sqlite'), { readOnly: true })
  const row = db
    .prepare(`select count(*) as rows, sum(length("before")) + sum(length("after")) as bytes from change_log`)
    .get()
  return { rows: Number(row?.['rows']), bytes: Number(row?.['bytes']) }
}

function countMarks(dataDir: string, jueces: readonly Juez[]): number {
  using db = new DatabaseSync(join(dataDir, 'evento.sqlite'), { readOnly: true })
  const ids = jueces.map(() => '?').join(', ')
  const row = db
    .prepare(`select count(*) as marks from calificaciones where "juezId" in (${ids})`)
    .get(...jueces.map(({ id }) => id))
  return Number(row?.['marks'])
}
