import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sendCalificacion } from '#contract/calificaciones.ts'
import { createTokenJuez } from '#contract/jueces.ts'
import { criteriosOfTipo } from '#domain/criterios.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { startApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { ENGINE, freshPlace, settingsOf, type Place } from '../support/database.ts'
import { addJuez } from '../support/jueces.ts'
import { casos } from '../support/random.ts'
import { startServer } from '../support/server.ts'

const KILLS = casos(4)
const JUECES = 6
const ENTRIES = 40
/** Between two attempts while the server is down. */
const RETRY_MS = 20

interface Tableta {
  readonly juezId: string
  readonly token: string
  /** Entries whose mark the server has acknowledged, with the marks. */
  readonly enviadas: Map<string, Readonly<Record<string, string>>>
}

async function seed(place: Place): Promise<{ tabletas: Tableta[]; ids: string[] }> {
  await using app = await startApp({ place })
  const { competidores } = await seedDia(app, 'jueves', { Casino: ENTRIES })
  const admin = await app.as('admin')
  const tabletas: Tableta[] = []
  for (let n = 1; n <= JUECES; n += 1) {
    const { id } = await addJuez(admin, `Juez ${n}`)
    const { token } = await admin.send(createTokenJuez, { id })
    tabletas.push({ juezId: id, token, enviadas: new Map() })
  }
  return { tabletas, ids: competidores.map(({ id }) => id) }
}

const CLAVES = criteriosOfTipo('casino').map(({ clave }) => clave)

/** Different marks for each judge and entry, the same at every run. */
function marcaOf(juez: number, entry: number): Record<string, string> {
  return Object.fromEntries(
    CLAVES.map((clave, index) => [clave, (((juez * 37 + entry * 11 + index * 7) % 101) / 10).toFixed(1)]),
  )
}

/** Sends every mark of a judge in order. A send without an answer is repeated with its key, as the device does. */
async function score(
  origin: string,
  { tabletas, ids }: { tabletas: Tableta[]; ids: string[] },
  juez: number,
): Promise<void> {
  const tableta = tabletas[juez]
  for (const [entry, id] of tableta ? ids.entries() : []) {
    const criterios = marcaOf(juez, entry)
    await sendUntilAnswered(`${origin}${sendCalificacion.path.replace(':competidorId', id)}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${tableta?.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ criterios, version: 0 }),
    })
    tableta?.enviadas.set(id, criterios)
  }
}

/** Repeats a request until the server answers: while it is down, every attempt fails. */
async function sendUntilAnswered(url: string, init: RequestInit): Promise<void> {
  for (;;) {
    const answer = await fetch(url, init).catch(() => null)
    if (answer?.status === 200) return
    if (answer && answer.status !== 503) throw new Error(`The mark was refused: ${await answer.text()}`)
    await pause(RETRY_MS)
  }
}

/** The stored marks, read beside the server. */
async function stored(
  place: Place,
): Promise<{ key: string; criterios: unknown; total: string | null; version: number }[]> {
  const db = await openDatabase(place)
  try {
    const rows = await db.read((tx) => tx.selectFrom('calificaciones').selectAll().execute())
    return rows.map(({ juezId, competidorId, criterios, l_calificacion, version }) => ({
      key: `${juezId} ${competidorId}`,
      criterios: JSON.parse(criterios),
      total: l_calificacion,
      version,
    }))
  } finally {
    await db.close()
  }
}

test(
  `kill -9 of the server, ${KILLS} times while ${JUECES} judges send: every acknowledged mark is there, once`,
  { timeout: casos(300_000) },
  async () => {
    await using place = await freshPlace()
    const event = await seed(place)
    const { tabletas } = event
    await using server = await startServer(settingsOf(place))
    const origin = `http://127.0.0.1:${new URL(server.url).port}`
    const acked = () => tabletas.reduce((sum, { enviadas }) => sum + enviadas.size, 0)
    const scoring = Promise.all(tabletas.map((_, juez) => score(origin, event, juez)))
    let lost = 0
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const enough = (kill * JUECES * ENTRIES) / (KILLS + 1)
      await expect.poll(acked, { timeout: 60_000, interval: 2 }).toBeGreaterThanOrEqual(enough)
      await server.stop('SIGKILL')
      const known = tabletas.flatMap(({ juezId, enviadas }) => [...enviadas.keys()].map((id) => `${juezId} ${id}`))
      const kept = new Set((await stored(place)).map(({ key }) => key))
      lost += known.filter((key) => !kept.has(key)).length
      await server.start()
    }
    await scoring
    expect(lost).toBe(0)
    const sum = (criterios: Readonly<Record<string, string>>) =>
      (Object.values(criterios).reduce((total, texto) => total + Math.round(Number(texto) * 10), 0) / 10).toFixed(2)
    const expected = tabletas.flatMap(({ juezId, enviadas }) =>
      [...enviadas].map(([id, criterios]) => ({
        key: `${juezId} ${id}`,
        criterios,
        total: sum(criterios),
        version: 1,
      })),
    )
    expect(expected).toHaveLength(JUECES * ENTRIES)
    const byKey = (a: { readonly key: string }, b: { readonly key: string }) => (a.key < b.key ? -1 : 1)
    expect((await stored(place)).toSorted(byKey)).toEqual(expected.toSorted(byKey))
    process.stdout.write(`${ENGINE}: ${KILLS} kills, ${acked()} marks acknowledged, ${lost} lost\n`)
  },
)
