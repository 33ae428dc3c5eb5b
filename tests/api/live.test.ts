import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { deleteCategoria } from '#contract/categorias.ts'
import { moveCompetidor } from '#contract/competidores.ts'
import { saveMinutos, saveTurno, selectDia, setPublicacion, setReloj } from '#contract/horario.ts'
import type { Frame, ViewFrame } from '#contract/live.ts'
import { saveTurno as moveTurno } from '../../src/server/horario/commands.ts'
import { transact, type Work } from '../../src/server/work.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { aCompetidor, seedCalificacion, seedDia } from '../support/builders.ts'
import { LiveStream } from '../support/stream.ts'

const horarioIn = ({ views }: Frame): ViewFrame => views['horario'] ?? {}
const keysOf = (view: ViewFrame | undefined): string[] => Object.keys(view?.parts ?? {})

/** Writes to the log without a change of any view. */
async function touch(app: TestApp, categoriaId: string): Promise<void> {
  await transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
    work.changed({ kind: 'categoria', dia: 'jueves', categoriaId })
  })
}

test('a stream says hola first, then everything to a client without a revision', async () => {
  await using app = await startApp({ now: () => Date.parse('2025-04-10T18:00:00Z') })
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 2 })
  const origin = await app.listen()

  await using stream = await LiveStream.open(origin, { views: 'horario' })
  const hola = await stream.hola()
  const { id, frame } = await stream.next()

  expect(stream.events.map(({ event }) => event)).toEqual(['hola', 'message'])
  expect(stream.head).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'Cookie, Authorization, Accept-Encoding',
      'x-accel-buffering': 'no',
    },
  })
  expect(hola).toMatchObject({
    epoch: expect.stringMatching(/^\w{8}(?:-\w{8})?$/),
    ahora: Date.parse('2025-04-10T18:00:00Z'),
  })
  expect(id).toBe(`${hola.epoch}~visitante.${hola.revision}`)
  expect(horarioIn(frame).reset).toBe(true)
  expect(keysOf(horarioIn(frame)).toSorted()).toEqual([`c:${categorias[0]?.id}`, 'reloj', 'turno'])
})

test('a move of the turn is one message with the turn and nothing else, and a changed category is sent whole, alone', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Bea', 'Caro'], Casino: 2 })
  const admin = await app.as('admin')
  await using stream = await LiveStream.open(await app.listen(), { views: 'horario' })
  const { epoch, revision } = await stream.hola()
  await stream.next()

  await admin.send(saveTurno, { selectedRow: 2 })
  const { id, frame } = await stream.next()

  const desde: unknown = expect.any(Number)
  expect(id).toBe(`${epoch}~visitante.${revision + 1}`)
  expect(frame).toEqual({
    revision: revision + 1,
    views: {
      horario: { parts: { turno: { tipo: 'turno', selectedRow: 2, competidorId: competidores[1]?.id, desde } } },
    },
  })
  await admin.send(setReloj, { activarReloj: true })
  expect(keysOf(horarioIn((await stream.next()).frame))).toEqual(['reloj'])

  // Nothing that goes past the turn: it stays where it is.
  await admin.send(moveCompetidor, { id: competidores[4]?.id ?? '', antesDe: competidores[3]?.id ?? '' })
  const { parts = {} } = horarioIn((await stream.next()).frame)
  const casino = `c:${categorias[1]?.id}`
  expect(Object.keys(parts)).toEqual([casino])
  expect(parts[casino]).toMatchObject({
    nombre: 'Casino',
    competidores: [{ nombre: 'Casino 2' }, { nombre: 'Casino 1' }],
  })
  expect(stream.messages).toHaveLength(4)
})

test('a change of two views arrives in one frame', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 2 })
  const admin = await app.as('admin')
  await using stream = await LiveStream.open(await app.listen(), { views: 'mesa,horario', cookie: admin.cookie })
  await stream.next()

  await admin.send(saveTurno, { selectedRow: 1 })
  await admin.send(setReloj, { activarReloj: true })
  await stream.next(({ views }) => keysOf(views['horario']).includes('reloj'))

  for (const { frame } of stream.messages) expect(Object.keys(frame.views).toSorted()).toEqual(['horario', 'mesa'])
})

test('a burst is flushed together and ends on the last state', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 2 })
  const admin = await app.as('admin')
  await using stream = await LiveStream.open(await app.listen(), { views: 'horario' })
  const first = await stream.next()
  const started = performance.now()

  const minutes = Array.from({ length: 20 }, (_, index) => index + 10)
  await Promise.all(minutes.map((minutosPorCompetidor) => admin.send(saveMinutos, { minutosPorCompetidor })))
  const elapsed = performance.now() - started
  const last = await stream.next(({ revision }) => revision === first.frame.revision + minutes.length)

  // The first at once, then at most one in 100 ms: however slow this machine's disk is.
  expect(stream.messages.length - 1).toBeLessThanOrEqual(2 + Math.ceil(elapsed / 100))
  const { minutosPorCompetidor } = await app.deps.db.read((tx) =>
    tx.selectFrom('adminMinutoAMinuto').selectAll().executeTakeFirstOrThrow(),
  )
  expect(horarioIn(last.frame).parts?.['reloj']).toMatchObject({ minutosPorCompetidor })
})

test('a change that shows nothing new is not sent', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 2 })
  await seedDia(app, 'viernes', { Bachata: 2 })
  const admin = await app.as('admin')
  await using stream = await LiveStream.open(await app.listen(), { views: 'horario' })
  await stream.next()

  await touch(app, categorias[0]?.id ?? '')
  await seedCalificacion(app, competidores[0]?.id ?? '', 'Juez', '50')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  await admin.send(setReloj, { activarReloj: false })
  await app.app.live.hub.settled()
  await admin.send(saveTurno, { selectedRow: 1 })

  expect(keysOf(horarioIn((await stream.next()).frame))).toEqual(['turno'])
})

test('a new active day sends its parts and removes those of the former day', async () => {
  await using app = await startApp()
  const jueves = await seedDia(app, 'jueves', { Salsa: 1, Casino: 1 })
  const viernes = await seedDia(app, 'viernes', { Bachata: 1 })
  const admin = await app.as('admin')
  await using stream = await LiveStream.open(await app.listen(), { views: 'horario' })
  await stream.next()

  await admin.send(selectDia, { dia: 'viernes' })

  const view = horarioIn((await stream.next()).frame)
  expect(view.gone?.toSorted()).toEqual(jueves.categorias.map(({ id }) => `c:${id}`).toSorted())
  expect(keysOf(view)).toEqual(['reloj', `c:${viernes.categorias[0]?.id}`])
})

test('a reconnection gets the newer parts and the removed keys', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 3, Casino: 2, Mambo: 1 })
  const admin = await app.as('admin')
  const origin = await app.listen()
  const before = await LiveStream.open(origin, { views: 'horario' })
  const { id: since } = await before.next()
  await before.close()

  await admin.send(deleteCategoria, { id: categorias[1]?.id ?? '' })
  await admin.send(moveCompetidor, { id: competidores[0]?.id ?? '', antesDe: competidores[2]?.id ?? '' })
  await app.app.live.hub.settled()

  await using after = await LiveStream.open(origin, { views: 'horario', since })
  const { id, frame } = await after.next()
  // Mambo moved up a place with the category that went.
  expect(horarioIn(frame)).toMatchObject({ gone: [`c:${categorias[1]?.id}`, 'programa'] })
  expect(horarioIn(frame).reset).toBeUndefined()
  expect(keysOf(horarioIn(frame)).toSorted()).toEqual(
    [`c:${categorias[0]?.id}`, `c:${categorias[2]?.id}`, 'turno'].toSorted(),
  )
  // A browser that reconnects sends the last id, which replaces the revision of the address.
  await using resumed = await LiveStream.open(origin, { views: 'horario', since, headers: { 'last-event-id': id } })
  await admin.send(saveTurno, { selectedRow: 1 })
  expect(keysOf(horarioIn((await resumed.next()).frame))).toEqual(['turno'])
  expect(resumed.messages).toHaveLength(1)
})

test('a part that was removed and added again is sent, and not reported as gone', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 1 })
  const admin = await app.as('admin')
  const origin = await app.listen()
  const before = await LiveStream.open(origin, { views: 'horario' })
  const { id: since } = await before.next()
  await before.close()
  const see = () => app.app.live.hub.settled()

  await admin.send(selectDia, { dia: 'viernes' })
  await see()
  await admin.send(selectDia, { dia: 'jueves' })
  await see()

  await using after = await LiveStream.open(origin, { views: 'horario', since })
  const view = horarioIn((await after.next()).frame)
  expect(view.gone).toBeUndefined()
  expect(keysOf(view)).toContain(`c:${categorias[0]?.id}`)
})

test.each([
  ['older than what is known', (epoch: string) => `${epoch}~visitante.0`],
  ['of other data', (_epoch: string, revision: number) => `otradata~visitante.${revision}`],
  ['of another audience', (epoch: string, revision: number) => `${epoch}~admin.${revision}`],
  ['no revision at all', () => 'x'],
])('a revision that is %s gets everything anew', async (_what, sinceOf) => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 1 })
  const { epoch, revision } = await app.deps.db.read((tx) =>
    tx.selectFrom('revision').selectAll().executeTakeFirstOrThrow(),
  )
  await using stream = await LiveStream.open(await app.listen(), { views: 'horario', since: sinceOf(epoch, revision) })

  const view = horarioIn((await stream.next()).frame)
  expect(view.reset).toBe(true)
  expect(keysOf(view)).toHaveLength(3)
})

test('an entry without order is on the desk and in no schedule', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 1 })
  const admin = await app.as('admin')
  const origin = await app.listen()
  await using schedule = await LiveStream.open(origin, { views: 'horario' })
  await using desk = await LiveStream.open(origin, { views: 'mesa', cookie: admin.cookie })
  await Promise.all([schedule.next(), desk.next()])

  const categoriaId = categorias[0]?.id ?? ''
  const late = aCompetidor({ categoriaId, orden: null, nombre: 'Tarde' })
  await transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
    await work.tx.insertInto('competidores').values(late).execute()
    work.changed({ kind: 'competidor', dia: 'jueves', categoriaId, competidorId: late.id })
  })

  const { frame } = await desk.next()
  expect(frame.views['mesa']?.parts?.[`c:${categoriaId}`]).toMatchObject({ sinOrden: [{ nombre: 'Tarde' }] })
  await app.app.live.hub.settled()
  expect(schedule.messages).toHaveLength(1)
})

test('a proxy that speaks HTTP/1.0 gets the events without chunks, and the end of the stream', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 3 })
  const admin = await app.as('admin')
  const { port } = new URL(await app.listen())
  const socket = connect(Number(port), '127.0.0.1')
  let told = ''
  socket.setEncoding('utf8').on('data', (text: string) => (told += text))
  socket.write('GET /api/live?views=horario HTTP/1.0\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => told).toContain('event: hola')

  await admin.send(saveTurno, { selectedRow: 2 })
  await expect.poll(() => told).toContain('"selectedRow":2')
  await app.app.close()
  await expect.poll(() => told).toContain('event: fin')

  const lines = told.slice(told.indexOf('\r\n\r\n') + 4).split('\n')
  expect(lines.filter((line) => !/^(?:event: \w+|id: [\w~-]+\.\d+|data: \{.*\}|)$/.test(line))).toEqual([])
})

test('a change right after a sign-in does not wait for it', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 3 })
  await using stream = await LiveStream.open(await app.listen(), { views: 'horario' })
  await stream.next()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const run = (work: (one: Work) => Promise<unknown>) => transact(app.deps, { actor: { role: 'visitante' } }, work)
    await run((work) => moveTurno(work, { selectedRow: 2 }))
    await stream.next()
    // Runs the timers that wait. Later timers never run: a delayed flush would not be sent.
    await vi.advanceTimersByTimeAsync(1_000)
    await run(async () => undefined)
    await app.app.live.hub.settled()
    await run((work) => moveTurno(work, { selectedRow: 1 }))
    expect(keysOf(horarioIn((await stream.next()).frame))).toEqual(['turno'])
  } finally {
    vi.useRealTimers()
  }
})
