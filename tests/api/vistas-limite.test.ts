import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { moveCompetidor } from '#contract/competidores.ts'
import { saveTurno } from '#contract/horario.ts'
import { MOST_VIEWS, SNAPSHOT_PATH } from '#contract/live.ts'
import { viewKey } from '#contract/view.ts'
import { detalle } from '#contract/views/calificaciones.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { LiveStream } from '../support/stream.ts'

async function status(app: TestApp, views: readonly string[]): Promise<number> {
  return (await app.app.http.inject(`${SNAPSHOT_PATH}?views=${views.map(encodeURIComponent).join(',')}`)).statusCode
}

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

test('whoever asks for a thousand things that are not there leaves no more open than an audience needs', async () => {
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

test('a view that was asked for first is asked for again among many, and answers', async () => {
  await using app = await startApp()
  const nobody = (index: number) => viewKey(detalle, { dia: 'jueves', categoria: 'Salsa', nombre: `nadie ${index}` })
  expect(await status(app, ['horario'])).toBe(200)
  for (let index = 0; index < 255; index += 1) await status(app, [nobody(index)])
  expect(await status(app, ['horario', ...Array.from({ length: 7 }, (_, index) => nobody(1_000 + index))])).toBe(200)
})

test('a hundred details that somebody keeps open cost a change hardly more reads than one does', async () => {
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
  // Whoever looks for news beside the press reads once or twice more.
  expect(await costOfMove('up')).toBeLessThan(one + 10)
})
