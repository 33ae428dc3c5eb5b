import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DIAS } from '#domain/dia.ts'
import type { Database } from '../../src/server/db/database.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { SQLITE_FILE } from '../../src/server/db/sqlite.ts'
import { startApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { ENGINE, freshPlace, type Place } from '../support/database.ts'
import { findPostgres, startPostgres } from '../support/postgres.ts'
import { casos } from '../support/random.ts'
import { ServerProcess } from '../support/server.ts'
import { Writers } from '../support/writers.ts'

const KILLS = casos(20)
const CLIENTS = 4
const RESTARTS = 5

async function seed(place: Place) {
  await using app = await startApp({ place })
  const days = []
  for (const dia of DIAS) days.push(await seedDia(app, dia, { Salsa: 6, Casino: 6 }))
  const { cookie = '' } = await app.as('admin')
  return { cookie, ids: days.flatMap(({ competidores }) => competidores.map(({ id }) => id)) }
}

/** A killed process writes no compile cache, so one is stopped in order first: each of the starts then takes half the CPU time. */
async function warmCompileCache(place: Place): Promise<void> {
  await using server = await ServerProcess.start(place)
  await server.kill('SIGTERM')
}

/** Another number each time, the same at every run: after how many acknowledged commands the blow falls. */
function blows(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return 4 + (state % 60)
  }
}

/** The stored rows, read by a second connection that opens and closes. */
async function reading<T>(place: Place, look: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(place)
  try {
    return await look(db)
  } finally {
    await db.close()
  }
}

/** Everything that was acknowledged is there, nothing is there twice, and every list is whole. */
async function verify(place: Place, writers: Writers): Promise<void> {
  expect(writers.refused).toEqual([])
  const found = await reading(place, (db) =>
    db.read(async (tx) => ({
      revision: (await tx.selectFrom('revision').select('revision').executeTakeFirstOrThrow()).revision,
      keys: await tx.selectFrom('command_key').select(['key', 'revision']).execute(),
      categorias: await tx.selectFrom('categorias').select(['id', 'nombre', 'dia', 'orden']).execute(),
      competidores: await tx.selectFrom('competidores').select(['id', 'categoriaId', 'orden']).execute(),
      turno: await tx.selectFrom('turno').selectAll().where('dia', '=', 'jueves').executeTakeFirst(),
      logged: (
        await tx
          .selectFrom('change_log')
          .select((eb) => eb.fn.max('revision').as('last'))
          .executeTakeFirst()
      )?.last,
    })),
  )
  const keys = new Map(found.keys.map(({ key, revision }) => [key, revision]))
  const kept = writers.acked.map(({ sent, revision }) => [sent.key, revision])
  expect(kept.filter(([key]) => !keys.has(String(key)))).toEqual([])
  expect(kept.filter(([key, revision]) => keys.get(String(key)) !== revision)).toEqual([])
  const unsure = new Set(writers.pending.map(({ key }) => key))
  const known = new Set(kept.map(([key]) => key))
  expect(found.keys.filter(({ key }) => !known.has(key) && !unsure.has(key))).toEqual([])
  expect(found.revision).toBeGreaterThanOrEqual(Math.max(0, ...writers.acked.map(({ revision }) => revision)))
  expect(Number(found.logged)).toBeLessThanOrEqual(found.revision)

  expectMade(writers, found.categorias)
  for (const dia of DIAS) expectWhole(found.categorias.filter((categoria) => categoria.dia === dia))
  for (const { id } of found.categorias) expectWhole(found.competidores.filter(({ categoriaId }) => categoriaId === id))
  expect(found.competidores).toHaveLength(36)
}

/** Categories made and not deleted are there once; deleted ones are not; those of an unknown outcome may be either. */
function expectMade(writers: Writers, categorias: readonly { id: string; nombre: string | null }[]): void {
  const there = categorias.map(({ nombre }) => nombre ?? '').filter((nombre) => nombre.startsWith('cliente'))
  expect(new Set(there).size).toBe(there.length)
  const ids = new Set(categorias.map(({ id }) => id))
  const gone = new Set(writers.acked.flatMap(({ sent }) => sent.deletes ?? []))
  const unsure = writers.pending.flatMap(({ makes, deletes }) => makes ?? deletes ?? [])
  const made = new Map(
    writers.acked.flatMap(({ sent, output }) =>
      sent.makes ? [[sent.makes, (output as { id: string }).id] as const] : [],
    ),
  )
  expect([...gone].filter((id) => ids.has(id))).toEqual([])
  const lost = [...made.values()].filter((id) => !gone.has(id) && !ids.has(id) && !unsure.includes(id))
  expect(lost).toEqual([])
  expect(there.filter((nombre) => !made.has(nombre) && !unsure.includes(nombre))).toEqual([])
}

function expectWhole(list: readonly { readonly orden: number | null }[]): void {
  const ordenes = list.map(({ orden }) => orden ?? 0).toSorted((a, b) => a - b)
  expect(ordenes).toEqual(list.map((_, index) => index + 1))
}

function checkFile(place: Place): void {
  if (place.databaseUrl) return
  const file = new DatabaseSync(join(place.dataDir, SQLITE_FILE), { readOnly: true })
  expect(file.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  file.close()
}

// The server dies alike on every engine; on PostgreSQL, the engine itself crashes below.
test.runIf(ENGINE === 'sqlite')(
  `kill -9 of the server, ${KILLS} times while ${CLIENTS} clients write, loses nothing that was acknowledged`,
  { timeout: casos(900_000) },
  async () => {
    await using place = await freshPlace()
    const { cookie, ids } = await seed(place)
    await warmCompileCache(place)
    await using writers = new Writers(CLIENTS)
    const blow = blows(7)
    for (let kill = 0; kill <= KILLS; kill += 1) {
      await using server = await ServerProcess.start(place)
      checkFile(place)
      if (kill > 0) await verify(place, writers)
      if (kill === KILLS) break
      const enough = writers.acked.length + blow()
      writers.begin({ origin: server.origin, cookie, ids, patient: false })
      await writers.until(() => writers.acked.length >= enough)
      await server.kill('SIGKILL')
      await writers.ended()
    }
    for (const { first, second } of writers.repeated) expect(second).toEqual(first)
    expect(writers.repeated.length).toBeGreaterThan(KILLS)
    report(`${KILLS} kills, ${writers.acked.length} acknowledged, ${writers.repeated.length} repeated, 0 lost`)
  },
)

const own = findPostgres({ own: true })
const canRestart = ENGINE === 'postgres' && own.kind === 'binaries'
test.skipIf(!canRestart)(
  `a crash of PostgreSQL, ${RESTARTS} times while ${CLIENTS} clients write, ends no server and loses nothing that was acknowledged (needs a PostgreSQL of our own)`,
  { timeout: 900_000 },
  async () => {
    await using cluster = await startPostgres({ own: true })
    await using folder = await freshPlace()
    const place: Place = { ...folder, databaseUrl: await cluster.createDatabase() }
    const { cookie, ids } = await seed(place)
    await using server = await ServerProcess.start(place)
    await using writers = new Writers(CLIENTS)
    writers.begin({ origin: server.origin, cookie, ids, patient: true })
    const readyz = async (): Promise<number> => (await fetch(`${server.origin}/readyz`)).status
    for (let crash = 0; crash < RESTARTS; crash += 1) {
      const enough = writers.acked.length + 40
      await writers.until(() => writers.acked.length >= enough)
      expect(await readyz()).toBe(200)
      await cluster.restart('immediate', () => expect.poll(readyz).toBe(503))
      await expect.poll(readyz).toBe(200)
      const resumed = writers.acked.length + 20
      await writers.until(() => writers.acked.length >= resumed)
    }
    expect(server.isRunning).toBe(true)
    await server.kill('SIGKILL')
    await writers.ended()
    await verify(place, writers)
    report(
      `${RESTARTS} crashes of the database, ${writers.acked.length} acknowledged, ${writers.away} told to come back, 0 lost`,
    )
  },
)

/** Writes a figure of the run to its output. */
function report(line: string): void {
  process.stdout.write(`${ENGINE}: ${line}\n`)
}
