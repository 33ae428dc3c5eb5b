import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { deleteCompetidor, moveCompetidor } from '#contract/competidores.ts'
import { updateInscripcion } from '#contract/inscripciones.ts'
import { SNAPSHOT_PATH } from '#contract/live.ts'
import { perfil } from '#contract/usuarios.ts'
import { viewKey } from '#contract/view.ts'
import { detalle } from '#contract/views/calificaciones.ts'
import { panel } from '#contract/views/jueces.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { LiveStream } from '../support/stream.ts'
import { stepOf } from '../support/mover.ts'

async function status(app: TestApp, views: readonly string[], cookie = ''): Promise<number> {
  const url = `${SNAPSHOT_PATH}?views=${views.map(encodeURIComponent).join(',')}`
  return (await app.app.http.inject({ url, headers: { cookie } })).statusCode
}

/** The detail of an entry of jueves. */
const detailOf = (competidorId: string, categoriaId: string) =>
  viewKey(detalle, { dia: 'jueves', categoriaId, competidorId })

async function openBoards(app: TestApp): Promise<number> {
  const { body } = await app.app.http.inject('/metrics')
  return Number(/^live_boards (\d+)$/m.exec(body)?.[1])
}

test('a view has one name', async () => {
  await using app = await startApp()
  for (const views of [
    'horario?',
    'horario?&',
    'resultados?dia=%6aueves',
    'resultados?dia=jueves&',
    'resultados?&dia=jueves',
  ])
    expect(await status(app, [views]), views).toBe(404)
})

test('an unknown id answers 404 and opens no board, and beside a known view it is named as failing', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const [salsa = '', ana = ''] = [categorias[0]?.id, competidores[0]?.id]
  const usuario = await app.as('usuario')
  const origin = await app.listen()
  const unknown = [
    detailOf('nadie', salsa),
    detailOf(ana, 'nada'),
    viewKey(detalle, { dia: 'viernes', categoriaId: salsa, competidorId: ana }),
    // As a page of an older version asks.
    'detalle?categoria=Salsa&dia=jueves&nombre=Ana',
    viewKey(perfil, { uid: 'nadie' }),
    viewKey(panel, { categoriaId: 'nada' }),
  ]
  const { cookie } = usuario
  for (const key of unknown.slice(0, 5)) {
    expect(await status(app, [key], cookie)).toBe(404)
    await using stream = await LiveStream.open(origin, { views: key, cookie })
    expect(stream.head.status).toBe(404)
  }
  expect(await status(app, unknown.slice(5), (await app.as('admin')).cookie)).toBe(404)
  expect(await status(app, [viewKey(perfil, { uid: usuario.id })], (await app.as('usuario')).cookie)).toBe(404)
  expect(await openBoards(app)).toBe(0)

  await using stream = await LiveStream.open(origin, { views: [...unknown.slice(0, 4), 'horario'].join(','), cookie })
  expect((await stream.hola()).fallidas).toEqual(unknown.slice(0, 4).toSorted())
  expect(Object.keys((await stream.next()).frame.views)).toEqual(['horario'])
  expect(await openBoards(app)).toBe(1)
})

test('a view that was requested first is answered again among many later ones', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 300 })
  const details = competidores.map(({ id }) => detailOf(id, categorias[0]?.id ?? ''))
  expect(await status(app, ['horario'])).toBe(200)
  for (const detail of details.slice(0, 255)) await status(app, [detail])
  expect(await openBoards(app)).toBe(256)
  expect(await status(app, ['horario', ...details.slice(290, 297)])).toBe(200)
  expect(await openBoards(app)).toBeLessThan(300)
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
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 100 })
  const details = competidores.map(({ id }) => detailOf(id, categorias[0]?.id ?? ''))
  const admin = await app.as('admin')
  const costOfMove = async (direccion: 'up' | 'down') => {
    reads = 0
    await admin.send(moveCompetidor, await stepOf(app, competidores[0]?.id ?? '', direccion))
    await app.app.live.hub.settled()
    return reads
  }
  await status(app, details.slice(0, 1))
  const one = await costOfMove('down')
  for (const detail of details) await status(app, [detail])
  // The hub may read the log once or twice more beside the press.
  expect(await costOfMove('up')).toBeLessThan(one + 10)
})

test('boards without a stream make room, and streams do not open more boards than the limit', async () => {
  await using app = await startApp({ mostBoards: 20 })
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 22 })
  const details = competidores.map(({ id }) => detailOf(id, categorias[0]?.id ?? ''))
  const origin = await app.listen()
  await using streams = new AsyncDisposableStack()
  for (const detail of details) expect(await status(app, [detail])).toBe(200)
  const heads: number[] = []
  for (const views of details) heads.push(streams.use(await LiveStream.open(origin, { views })).head.status)

  expect(heads).toEqual(details.map((_, index) => (index < 20 ? 200 : 503)))
})

test('an open detail follows the name of its entry, and is empty once the entry is deleted', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const [id = '', categoriaId = ''] = [competidores[0]?.id, categorias[0]?.id]
  const admin = await app.as('admin')
  const views = detailOf(id, categoriaId)
  await using stream = await LiveStream.open(await app.listen(), { views, cookie: admin.cookie })
  await stream.next()
  await admin.send(updateInscripcion, { id, nombre: 'Otra' })
  expect((await stream.next()).frame.views[views]).toMatchObject({ parts: { detalle: { nombre: 'Otra' } } })
  await admin.send(deleteCompetidor, { id })
  expect((await stream.next()).frame.views[views]).toEqual({ gone: ['detalle'] })
})
