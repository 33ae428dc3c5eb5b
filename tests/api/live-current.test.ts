import { expect, test } from 'vitest'
import { setPublicacion } from '#contract/horario.ts'
import type { Database } from '../../src/server/db/database.ts'
import { setPublicacion as hide } from '../../src/server/horario/commands.ts'
import { transact } from '../../src/server/work.ts'
import { startApp, type Client, type TestApp, type TestOptions } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { LiveStream } from '../support/stream.ts'

interface Published {
  readonly app: TestApp
  readonly admin: Client
  readonly shown: () => Promise<string>
}

/** Published results of one day, and what a visitor is answered. `reads` decides about each read of the hub. */
async function published(
  reads: { before: () => Promise<void> },
  options: Pick<TestOptions, 'freshMs'> = {},
): Promise<Published & AsyncDisposable> {
  const database = (db: Database): Database => ({ ...db, read: async (run) => reads.before().then(() => db.read(run)) })
  const app = await startApp({ database, ...options })
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 2 })
  await seedCalificacion(app, competidores[0]?.id ?? '', 'Juez', '51.05')
  const admin = await app.as('admin')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  const shown = async () =>
    (await app.app.http.inject(`/api/vistas?${new URLSearchParams({ views: 'resultados?dia=jueves' })}`)).body
  expect(await shown()).toContain('puntos')
  await app.app.live.hub.settled()
  return { app, admin, shown, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

const READY = async (): Promise<void> => undefined

test('while the database does not answer, a visitor gets open views for a while, but nothing older than a commit', async () => {
  const frozen = Promise.withResolvers<void>()
  const reads = { before: READY }
  await using event = await published(reads, { freshMs: 2_000 })
  const { hub } = event.app.app.live
  reads.before = () => frozen.promise
  // As PostgreSQL's poll does every five seconds.
  hub.wake({ isCommit: false })
  expect(await event.shown()).toContain('puntos')
  hub.wake({ isCommit: true })
  expect(await event.shown()).toContain('database.away')
  frozen.resolve()
})

test('without a read of the database for too long, open views are not answered, their streams end, and the server is not ready', async () => {
  const frozen = Promise.withResolvers<void>()
  const reads = { before: READY }
  await using event = await published(reads, { freshMs: 500 })
  const { hub } = event.app.app.live
  const origin = await event.app.listen()
  await using stream = await LiveStream.open(origin, { views: 'resultados?dia=jueves' })
  await stream.hola()
  reads.before = () => frozen.promise
  hub.wake({ isCommit: false })
  await stream.ended()
  expect((await stream.fin()).motivo).toBe('reinicio')
  expect(await event.shown()).toContain('database.away')
  const ready = async () => (await event.app.app.http.inject('/readyz')).statusCode
  // While the read hangs: it answers all the same.
  expect(await ready()).toBe(503)
  frozen.resolve()
  await expect.poll(event.shown).toContain('puntos')
  expect(await ready()).toBe(200)
})

test.each([
  ['before it', 1, 0],
  ['twice before it', 2, 0],
  ['right after it', 0, 1],
])('hiding is followed at once, although a read of the database failed %s', async (_when, before, after) => {
  let failures = 0
  const reads = { before: READY }
  await using event = await published(reads)
  const failNext = (times: number) => {
    failures = times
    reads.before = async () => {
      if (failures === 0) return
      failures -= 1
      throw new Error('Connection terminated unexpectedly')
    }
  }
  failNext(before)
  if (before > 0) event.app.app.live.hub.wake({ isCommit: false })
  await expect.poll(() => failures).toBe(0)
  await transact(event.app.deps, { actor: { role: 'visitante' } }, async (work) => {
    await hide(work, { campo: 'mostrarCalificaciones', valor: false })
    failNext(after)
  })
  expect(await event.shown()).not.toContain('puntos')
})
