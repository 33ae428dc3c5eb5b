import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { moveCompetidor } from '#contract/competidores.ts'
import { saveTurno } from '#contract/horario.ts'
import { misInscripciones } from '#contract/inscripciones.ts'
import { MOST_VIEWS, SNAPSHOT_PATH } from '#contract/live.ts'
import { perfil } from '#contract/usuarios.ts'
import { viewKey } from '#contract/view.ts'
import { detalle } from '#contract/views/calificaciones.ts'
import { transact } from '../../src/server/work.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'
import { LiveStream } from '../support/stream.ts'

async function status(app: TestApp, views: readonly string[], cookie = ''): Promise<number> {
  const url = `${SNAPSHOT_PATH}?views=${views.map(encodeURIComponent).join(',')}`
  return (await app.app.http.inject({ url, headers: { cookie } })).statusCode
}

/** The detail of an entry of jueves, as its page asks for it. */
const detailOf = (nombre: string, categoria = 'Salsa') => viewKey(detalle, { dia: 'jueves', categoria, nombre })

async function openBoards(app: TestApp): Promise<number> {
  const { body } = await app.app.http.inject('/metrics')
  return Number(/^live_boards (\d+)$/m.exec(body)?.[1])
}

test.each(['horario?', 'horario?&', 'resultados?dia=%6aueves', 'resultados?dia=jueves&', 'resultados?&dia=jueves'])(
  'a view has one name: %s is none',
  async (views) => {
    await using app = await startApp()
    expect(await status(app, [views])).toBe(404)
  },
)

test('a thousand requests for views that do not exist leave no more boards open than an audience needs', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 2 })
  const admin = await app.as('admin')
  await using stream = await LiveStream.open(await app.listen(), { views: 'horario' })
  await stream.next()

  for (let asked = 0; asked < 1_000; asked += MOST_VIEWS) {
    const views = Array.from({ length: MOST_VIEWS }, (_, index) =>
      viewKey(detalle, { dia: 'jueves', categoria: 'Salsa', nombre: `nadie ${asked + index}` }),
    )
    expect(await status(app, views)).toBe(200)
  }

  expect(await openBoards(app)).toBeLessThan(300)
  await admin.send(saveTurno, { selectedRow: 1 })
  const { frame } = await stream.next()
  expect(frame.views['horario']?.parts).toMatchObject({ turno: { selectedRow: 1 } })
  await stream.close()
})

test('a view that was requested first is answered again among many later ones', async () => {
  await using app = await startApp()
  const nobody = (index: number) => viewKey(detalle, { dia: 'jueves', categoria: 'Salsa', nombre: `nadie ${index}` })
  expect(await status(app, ['horario'])).toBe(200)
  for (let index = 0; index < 255; index += 1) await status(app, [nobody(index)])
  expect(await status(app, ['horario', ...Array.from({ length: 7 }, (_, index) => nobody(1_000 + index))])).toBe(200)
})

test('a change costs hardly more reads with a hundred open details than with one', async () => {
  let reads = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads += 1
      return result
    },
  }
  await using app = await startApp({
    database: (db) => ({ ...db, read: (run) => db.read((tx) => run(tx.withPlugin(counting))) }),
  })
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 2 })
  const admin = await app.as('admin')
  const costOfMove = async (direccion: 'up' | 'down') => {
    reads = 0
    await admin.send(moveCompetidor, { id: competidores[0]?.id ?? '', direccion })
    await app.app.live.hub.settled()
    return reads
  }
  const nobody = (index: number) => viewKey(detalle, { dia: 'jueves', categoria: 'Salsa', nombre: `nadie ${index}` })
  await status(app, [nobody(0)])
  const one = await costOfMove('down')
  for (let index = 1; index < 100; index += 1) await status(app, [nobody(index)])
  // The hub may read the log once or twice more beside the press.
  expect(await costOfMove('up')).toBeLessThan(one + 10)
})

test('a competitor opens their own views beside streams that hold invented keys', async () => {
  await using app = await startApp({ mostBoards: 20 })
  await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const origin = await app.listen()
  const usuario = await app.as('usuario')
  await using streams = new AsyncDisposableStack()
  const hold = async (views: readonly string[], cookie?: string) =>
    streams.use(await LiveStream.open(origin, { views: views.join(','), cookie }))

  for (let page = 0; page < 5; page += 1) {
    const each = (name: (index: number) => string) => Array.from({ length: MOST_VIEWS }, (_, index) => name(index))
    await hold(each((index) => detailOf(`nadie ${page}.${index}`)))
    await hold(
      each((index) => detailOf('Ana', `${index % 2 ? 's' : 'S'}${index & 2 ? 'a' : 'A'}LSA${' '.repeat(index & 4)}`)),
    )
    await hold(
      each((index) => viewKey(perfil, { uid: `nadie-${page}-${index}` })),
      usuario.cookie,
    )
  }

  expect(await openBoards(app)).toBe(3)
  expect(await usuario.see(misInscripciones)).toBeDefined()
})

test('boards of public data leave room for personal and administrator boards', async () => {
  await using app = await startApp({ mostBoards: 20 })
  await seedDia(app, 'jueves', { Salsa: 20 })
  const origin = await app.listen()
  const usuario = await app.as('usuario')
  await using streams = new AsyncDisposableStack()
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
  // Boards without a stream make room for boards with one.
  for (const number of numbers) expect(await status(app, [detailOf(`Salsa ${number}`)])).toBe(200)
  const heads: number[] = []
  for (const number of numbers) {
    const stream = await LiveStream.open(origin, { views: detailOf(`Salsa ${number}`) })
    heads.push(streams.use(stream).head.status)
  }

  expect(heads).toEqual(numbers.map((number) => (number <= 16 ? 200 : 503)))
  expect(await status(app, [detailOf('Salsa 20')], usuario.cookie)).toBe(503)
  expect(await status(app, [detailOf('Salsa 20')], (await app.as('admin')).cookie)).toBe(200)
  expect(await usuario.see(misInscripciones)).toBeDefined()
})

test('the details that a judge opens leave room for the administrator, for other people and for the screen of that judge', async () => {
  await using app = await startApp({ mostBoards: 20 })
  await seedDia(app, 'jueves', { Salsa: 20 })
  const origin = await app.listen()
  const [{ cookie }, usuario, admin] = [await app.as('juez'), await app.as('usuario'), await app.as('admin')]
  await using streams = new AsyncDisposableStack()
  for (let number = 1; number <= 20; number += 1) {
    streams.use(await LiveStream.open(origin, { views: detailOf(`Salsa ${number}`), cookie }))
  }

  expect(await status(app, ['control'], admin.cookie)).toBe(200)
  expect(await usuario.see(misInscripciones)).toBeDefined()
  expect(await status(app, ['juez', 'tardias', 'resultados?dia=jueves'], cookie)).toBe(200)
})

test('an open detail of a missing entry appears as soon as the entry exists, and disappears with its name', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const { cookie } = await app.as('admin')
  const origin = await app.listen()
  const [ana, nueva] = [detailOf('Ana'), detailOf('Nueva', 'sALSA')]
  await using stream = await LiveStream.open(origin, { views: `${ana},${nueva}`, cookie })
  const { id: since } = await stream.next()
  const entry = aCompetidor({ categoriaId: categorias[0]?.id ?? '', nombre: 'Nueva', orden: 2 })
  const name = (nombre: string) =>
    transact(app.deps, { actor: { role: 'visitante' } }, async ({ tx, changed }) => {
      const row = { ...entry, nombre }
      await tx
        .insertInto('competidores')
        .values(row)
        .onConflict((at) => at.column('id').doUpdateSet({ nombre }))
        .execute()
      changed({ kind: 'competidor', dia: 'jueves', categoriaId: entry.categoriaId, competidorId: entry.id })
    })

  await name('Nueva')
  const { frame } = await stream.next()
  expect(frame.views).toEqual({
    [nueva]: { reset: true, parts: { detalle: expect.objectContaining({ encontrado: true, nombre: 'Nueva' }) } },
  })
  // A page that comes back with what it saw before gets it too.
  await using late = await LiveStream.open(origin, { views: nueva, since, cookie })
  expect((await late.next()).frame.views[nueva]).toMatchObject({ reset: true })
  await name('Otra')
  expect((await stream.next()).frame.views).toEqual({
    [nueva]: { reset: true, parts: { detalle: { tipo: 'detalle', encontrado: false, visible: true } } },
  })
})
