import { expect, test, vi } from 'vitest'
import { endSesiones, signOut } from '#contract/acceso.ts'
import { saveTurno } from '#contract/horario.ts'
import type { Frame } from '#contract/live.ts'
import { hashToken, newToken, renewToken } from '../../src/server/acceso/sesiones.ts'
import { VISITANTE } from '#domain/actor.ts'
import { transact } from '../../src/server/work.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { freshPlace } from '../support/database.ts'
import { LiveStream } from '../support/stream.ts'

const turnoOf = ({ views }: Frame): unknown => views['horario']?.parts?.['turno']

/** Makes one category as large as it takes, without moving anything else. */
async function fatten(app: TestApp, categoriaId: string, bytes: number, mark: string): Promise<void> {
  await transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
    const nombre = mark.padEnd(bytes, '.')
    await work.tx.updateTable('categorias').set({ nombre }).where('id', '=', categoriaId).execute()
    work.changed({ kind: 'categoria', dia: 'jueves', categoriaId })
  })
}

const nombreOf = ({ views }: Frame, categoriaId: string): string => {
  const part = views['horario']?.parts?.[`c:${categoriaId}`]
  return typeof part === 'object' && part !== null && 'nombre' in part ? String(part.nombre) : ''
}

test('signing out ends the streams of that session, and no other', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 2 })
  const [admin, other] = [await app.as('admin'), await app.as('admin')]
  const origin = await app.listen()
  await using mine = await LiveStream.open(origin, { views: 'horario,mesa', cookie: admin.cookie })
  await using theirs = await LiveStream.open(origin, { views: 'mesa', cookie: other.cookie })
  await using visitor = await LiveStream.open(origin, { views: 'horario' })
  await Promise.all([mine.next(), theirs.next(), visitor.next()])

  await admin.send(signOut, {})

  expect(await mine.fin()).toEqual({ motivo: 'sesion', espera: 0 })
  await mine.ended()
  expect(mine.complete).toBe(true)
  await other.send(saveTurno, { selectedRow: 1 })
  expect(turnoOf((await visitor.next()).frame)).toMatchObject({ selectedRow: 1 })
  await theirs.next()
  expect(mine.messages).toHaveLength(1)
})

test('ending every session reaches the streams of another instance, and leaves the visitors there', async () => {
  await using place = await freshPlace()
  await using here = await startApp({ place })
  await using there = await startApp({ place })
  await seedDia(here, 'jueves', { Salsa: 2 })
  const admin = await here.as('admin')
  const other = await here.as('admin')
  const origin = await there.listen()
  await using theirs = await LiveStream.open(origin, { views: 'mesa', cookie: admin.cookie })
  await using visitor = await LiveStream.open(origin, { views: 'horario' })
  await Promise.all([theirs.next(), visitor.next()])

  await admin.send(endSesiones, {})

  expect(await theirs.fin()).toMatchObject({ motivo: 'sesion' })
  await theirs.ended()
  await other.send(saveTurno, { selectedRow: 1 })
  expect(turnoOf((await visitor.next()).frame)).toMatchObject({ selectedRow: 1 })
})

test.each([
  ['that ends', 'sesion', (admin: Client) => admin.send(signOut, {})],
  ['that gets a new token', 'reinicio', (_admin: Client, app: TestApp, id: string) => renew(app, id)],
] as const)('a session %s while its stream is being opened opens none', async (_what, motivo, act) => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 2 })
  const admin = await app.as('admin')
  const [{ id } = { id: '' }] = await app.deps.db.read((tx) => tx.selectFrom('sesion').select('id').execute())
  const origin = await app.listen()
  await using visitor = await LiveStream.open(origin, { views: 'horario' })
  await visitor.next()
  // Every flush waits for us, and the view opens after the flush that tells of the end.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: holding, resolve: isHeld } = Promise.withResolvers<void>()
  app.app.live.hub.onFlush(async () => {
    isHeld()
    await held
  })
  await (await app.as('admin')).send(saveTurno, { selectedRow: 1 })
  await holding
  const asked = vi.spyOn(app.app.live.hub, 'open')
  const opening = LiveStream.open(origin, { views: 'mesa', cookie: admin.cookie })
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  await act(admin, app, id)
  release()

  await using stream = await opening
  expect(await stream.fin()).toMatchObject({ motivo })
})

/** As a change of the password does for the session that makes it. */
async function renew(app: TestApp, id: string): Promise<void> {
  await transact(app.deps, { actor: VISITANTE }, async (work) => {
    await renewToken(work.tx, id, hashToken(newToken()))
    work.changed({ kind: 'sesion', after: { renovadas: [id] } })
  })
}

test('a server that stops asks its streams to reconnect, and they go on from their revision', async () => {
  await using place = await freshPlace()
  const before = await startApp({ place })
  await seedDia(before, 'jueves', { Salsa: 3 })
  const stream = await LiveStream.open(await before.listen(), { views: 'horario' })
  const { id: since } = await stream.next()

  await before[Symbol.asyncDispose]()

  const fin = await stream.fin()
  expect(fin.motivo).toBe('reinicio')
  expect(fin.espera).toBeGreaterThanOrEqual(500)
  await stream.ended()
  expect(stream.complete).toBe(true)
  await stream.close()

  await using after = await startApp({ place })
  const admin = await after.as('admin')
  await using resumed = await LiveStream.open(await after.listen(), { views: 'horario', since })
  await resumed.hola()
  await admin.send(saveTurno, { selectedRow: 3 })
  const { frame } = await resumed.next()
  expect(frame.views).toEqual({ horario: { parts: { turno: expect.objectContaining({ selectedRow: 3 }) } } })
})

/** Views that no other stream of the test carries: a large change is sent to it, and not announced as to several. */
const ALONE = { views: 'horario,portada' }

/** A client that has stopped reading and one that reads. `id`: the category that both show. */
async function asleepBeside(app: TestApp) {
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 1 })
  const origin = await app.listen()
  const asleep = await LiveStream.open(origin, ALONE)
  const awake = await LiveStream.open(origin, { views: 'horario' })
  await Promise.all([asleep.next(), awake.next()])
  asleep.pause()
  const close = async () => void (await Promise.all([asleep.close(), awake.close()]))
  return { id: categorias[0]?.id ?? '', asleep, awake, [Symbol.asyncDispose]: close }
}

test('a client that stops reading is disconnected, and the others go on', async () => {
  await using app = await startApp()
  await using streams = await asleepBeside(app)
  const { id, asleep, awake } = streams

  let sent = 0
  while (app.app.live.streams.cut === 0 && sent < 40) {
    sent += 1
    const mark = `m${sent}-`
    await fatten(app, id, 1_500_000, mark)
    await awake.next((frame) => nombreOf(frame, id).startsWith(mark))
  }

  expect(app.app.live.streams.cut).toBe(1)
  await expect.poll(() => app.app.live.streams.size).toBe(1)
  asleep.resume()
  await asleep.ended()
  expect(asleep.complete).toBe(false)
})

test('a slow client that is still receiving one large frame is not disconnected', async () => {
  await using app = await startApp()
  await using streams = await asleepBeside(app)
  const { id, asleep: slow, awake: quick } = streams
  const admin = await app.as('admin')

  await fatten(app, id, 12_000_000, 'grande')
  await quick.next((frame) => nombreOf(frame, id).startsWith('grande'))
  await admin.send(saveTurno, { selectedRow: 1 })
  await quick.next((frame) => turnoOf(frame) !== undefined)
  expect(app.app.live.streams.cut).toBe(0)
  slow.resume()

  expect(nombreOf((await slow.next()).frame, id)).toHaveLength(12_000_000)
  expect(turnoOf((await slow.next()).frame)).toMatchObject({ selectedRow: 1 })
})

test('a client that neither reads nor disconnects does not keep the server from stopping', async () => {
  const app = await startApp()
  await using streams = await asleepBeside(app)
  const { id, awake } = streams
  await fatten(app, id, 12_000_000, 'grande')
  await awake.next((frame) => nombreOf(frame, id).startsWith('grande'))

  await app[Symbol.asyncDispose]()

  await awake.fin()
})
