import { expect, test } from 'vitest'
import { setPublicacion } from '#contract/horario.ts'
import type { Database } from '../../src/server/db/database.ts'
import { setPublicacion as hide } from '../../src/server/horario/commands.ts'
import { transact } from '../../src/server/work.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'

interface Published {
  readonly app: TestApp
  readonly admin: Client
  readonly shown: () => Promise<string>
}

/** Published results of one day, and what a visitor is answered. `reads` decides about each read of the hub. */
async function published(reads: { before: () => Promise<void> }): Promise<Published & AsyncDisposable> {
  const database = (db: Database): Database => ({ ...db, read: async (run) => reads.before().then(() => db.read(run)) })
  const app = await startApp({ database })
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

test('while the database does not answer, a visitor gets what was open, with and without a commit before', async () => {
  const frozen = Promise.withResolvers<void>()
  const reads = { before: READY }
  await using event = await published(reads)
  reads.before = () => frozen.promise
  // As PostgreSQL's poll does every five seconds.
  event.app.app.live.hub.wake()
  expect(await event.shown()).toContain('puntos')
  const { hub } = event.app.app.live
  hub.wake({ ...(hub.head ?? { epoch: '', revision: 0 }), revision: (hub.head?.revision ?? 0) + 1, changes: [] })
  expect(await event.shown()).toContain('puntos')
  frozen.resolve()
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
  if (before > 0) event.app.app.live.hub.wake()
  await expect.poll(() => failures).toBe(0)
  await transact(event.app.deps, { actor: { role: 'visitante' } }, async (work) => {
    await hide(work, { campo: 'mostrarCalificaciones', valor: false })
    failNext(after)
  })
  expect(await event.shown()).not.toContain('puntos')
})
