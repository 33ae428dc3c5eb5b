import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '#contract/acceso.ts'
import { sendCalificacion } from '#contract/calificaciones.ts'
import { setCriterios } from '#contract/categorias.ts'
import { saveTurno, selectDia } from '#contract/horario.ts'
import { createSubida } from '#contract/inscripciones.ts'
import { createJuez, createTokenJuez } from '#contract/jueces.ts'
import { snapshotUrl, type Snapshot } from '#contract/live.ts'
import { viewKey } from '#contract/view.ts'
import { horario, type CategoriaHorarioPart } from '#contract/views/horario.ts'
import { criteriosOfTipo } from '#domain/criterios.ts'
import { sortByOrden } from '#domain/orden.ts'
import { CLIENT_CORE, startChild } from './child.ts'
import { effort } from './effort.ts'
import { clock } from './figures.ts'
import { counted, told, type Goal } from './goal.ts'
import { freshFolder } from './place.ts'
import type { CrowdOrders } from './processes/crowd.ts'
import { ADMIN, ADMIN_ENV, EVENT, importEvent } from './server.ts'
import { aTrackOf } from '../tests/support/mp3.ts'
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
/** The least memory of a stretch is what is alive after a collection of garbage. It varies with what is under way. */
const FLAT = 1.15

/** Ten hours of an event at sixty times its pace: turns, marks, tracks, and spectators who come and go. */
export async function day(hours: number): Promise<Goal[]> {
  const dataDir = freshFolder()
  const env = { DATA_DIR: dataDir, ...ADMIN_ENV }
  await importEvent(EVENT, env)
  await using server = await ServerProcess.listening(env)
  await using crowd = startChild<CrowdOrders>(new URL('processes/crowd.ts', import.meta.url), CLIENT_CORE)
  const desk = await Desk.signIn(server.origin)
  const jueces = await Promise.all(Array.from({ length: JUECES }, (_, index) => desk.addJuez(`Juez ${index + 1}`)))
  const entries = await desk.openDay()
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
  let [marks, tracks, turns] = [0, 0, 0]
  for (; clock() < until; turns += 1) {
    const next = clock() + TURN_MS
    const entry = entries[turns % entries.length]
    await desk.send(saveTurno, { selectedRow: (turns % entries.length) + 1 })
    if (turns < entries.length && entry) {
      await Promise.all(jueces.map((juez) => desk.mark(juez, entry)))
      marks += jueces.length
    }
    if (turns % TURNS_PER_TRACK === 0) {
      await desk.upload(aTrackOf(TRACK_BYTES))
      tracks += 1
    }
    await wait(Math.max(0, next - clock()))
  }
  await sampling
  const { visits, messages } = await crowd.ask('close')
  await wait(SETTLE_MS)
  const after = await usageOf(server.origin)
  const rows = countLog(dataDir)

  const name = `${hours} hours at 60x`
  const grown = sizeOf(dataDir) - logBefore
  const tenth = Math.ceil(samples.length / 10)
  const alive = (some: readonly Usage[]) => Math.min(...some.map(({ heap }) => heap))
  return [
    {
      name: `${name}: live memory of the last tenth over that of the second`,
      unit: 'MB',
      limit: FLAT,
      baseline: [alive(samples.slice(tenth, 2 * tenth))],
      subject: [alive(samples.slice(-tenth))],
      notes: `${turns} turns, ${marks} marks, ${tracks} tracks of 1 MB, ${visits} visits of ${SPECTATORS} at once, ${messages} messages`,
    },
    told(`${name}: resident memory at most`, 'MB', {
      values: [Math.max(...samples.map(({ memory }) => memory))],
      notes: `${idle.memory.toFixed(0)} MB before, ${after.memory.toFixed(0)} MB after everybody left: V8 keeps what it once had`,
    }),
    {
      name: `${name}: file descriptors after everybody left`,
      unit: '',
      limit: 1,
      baseline: [idle.descriptors],
      subject: [after.descriptors],
    },
    counted(`${name}: marks in the database`, marks, countMarks(dataDir, jueces)),
    told(`${name}: the log of changes`, 'rows', {
      values: [rows.rows],
      notes: `${Math.round(rows.bytes / 1024)} KB of values; the database grew by ${Math.round(grown / 1024)} KB`,
    }),
  ]
}

interface Usage {
  /** Resident, in MB. */
  readonly memory: number
  /** Of V8, in MB. */
  readonly heap: number
  /** Open file descriptors. */
  readonly descriptors: number
}

/** What the process of a server uses now, as its `/metrics` says. */
async function usageOf(origin: string): Promise<Usage> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  return {
    memory: figure('process_resident_memory_bytes') / 2 ** 20,
    heap: figure('nodejs_heap_size_used_bytes') / 2 ** 20,
    descriptors: figure('process_open_fds'),
  }
}

/** A judge, and the API token of the judge's app. */
interface Juez {
  readonly id: string
  readonly token: string
}

type Command = Readonly<Record<'method' | 'path', string>>

/** An administrator and the apps of the judges, over HTTP. */
class Desk {
  readonly #origin: string
  #cookie = ''

  private constructor(origin: string) {
    this.#origin = origin
  }

  static async signIn(origin: string): Promise<Desk> {
    const desk = new Desk(origin)
    const { headers } = await desk.send(signIn, ADMIN)
    desk.#cookie = headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ')
    return desk
  }

  async addJuez(nombre: string): Promise<Juez> {
    // The wire: what these commands answer is what `contract/jueces.ts` declares.
    const { id } = (await (await this.send(createJuez, { nombre })).json()) as Pick<Juez, 'id'>
    const { token } = (await (await this.send(at(createTokenJuez, id), {})).json()) as Pick<Juez, 'token'>
    return { id, token }
  }

  /** Makes Saturday the active day, scored by the criteria `general`. Returns its entries in their order. */
  async openDay(): Promise<readonly string[]> {
    await this.send(selectDia, { dia: 'sábado' })
    const answer = await fetch(this.#origin + snapshotUrl([viewKey(horario)]))
    // The wire: what the server sends here is what `contract/live.ts` declares.
    const { views } = (await answer.json()) as Snapshot
    const parts = Object.values(views[viewKey(horario)] ?? {}) as readonly CategoriaHorarioPart[]
    const categorias = sortByOrden(parts.filter(({ tipo }) => tipo === 'categoria'))
    for (const { id } of categorias) await this.send(at(setCriterios, id), { criterios: 'general' })
    return categorias.flatMap(({ competidores }) => competidores.map(({ id }) => id))
  }

  async mark({ token }: Juez, competidorId: string): Promise<void> {
    const criterios = Object.fromEntries(criteriosOfTipo('general').map(({ clave }) => [clave, '8.5']))
    const headers = { authorization: `Bearer ${token}` }
    await this.send(at(sendCalificacion, competidorId), { criterios, version: 0 }, headers)
  }

  /** Sends a track in one piece. No entry uses the upload: the server keeps the five newest of a person. */
  async upload(track: Buffer): Promise<void> {
    const tus = { 'tus-resumable': '1.0.0', cookie: this.#cookie }
    const { method, path } = createSubida
    const begun = await fetch(this.#origin + path, {
      method,
      headers: { ...tus, 'upload-length': String(track.length) },
    })
    const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const address = new URL(begun.headers.get('location') ?? '', this.#origin)
    const sent = await fetch(address, { method: 'PATCH', headers, body: new Uint8Array(track) })
    if (!sent.ok) throw new Error(`PATCH ${address.pathname}: ${sent.status} ${await sent.text()}`)
  }

  /** Sends a command. Throws unless it is acknowledged. */
  async send(
    { method, path }: Command,
    body: object,
    as: Record<string, string> = { cookie: this.#cookie },
  ): Promise<Response> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...as }
    const answer = await fetch(this.#origin + path, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}

/** A command about one record. */
const at = ({ method, path }: Command, id: string): Command => ({ method, path: path.replace(/:\w+/, id) })

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
