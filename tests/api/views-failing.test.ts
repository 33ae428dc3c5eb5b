import { expect, test } from 'vitest'
import { saveTurno } from '#contract/horario.ts'
import { SNAPSHOT_PATH } from '#contract/live.ts'
import { viewKey } from '#contract/view.ts'
import { detalle } from '#contract/views/calificaciones.ts'
import { transact } from '../../src/server/work.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { LiveStream } from '../support/stream.ts'

/** A change to a category that the log knows of and that leaves its rows as they are. */
async function touch(app: TestApp, categoriaId: string): Promise<void> {
  await transact(app.deps, { actor: { role: 'visitante' } }, async ({ changed }) =>
    changed({ kind: 'calificacion', dia: 'jueves', categoriaId }),
  )
  await app.app.live.hub.settled()
}

const setMarks = (app: TestApp, criterios: string) =>
  app.deps.db.write((tx) => tx.updateTable('calificaciones').set({ criterios }).execute())

test('a row that cannot be read stops the views that read it, and no other', async () => {
  const logged: string[] = []
  await using app = await startApp({ onLog: (message) => logged.push(message) })
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Bea'] })
  const salsa = categorias[0]?.id ?? ''
  await seedCalificacion(app, competidores[0]?.id ?? '', 'Juez', '50')
  const admin = await app.as('admin')
  const origin = await app.listen()
  const key = viewKey(detalle, { dia: 'jueves', categoriaId: salsa, competidorId: competidores[0]?.id ?? '' })
  const openDetail = () => LiveStream.open(origin, { views: key, cookie: admin.cookie })
  const ask = async (...keys: string[]) => {
    const url = `${SNAPSHOT_PATH}?views=${keys.map(encodeURIComponent).join(',')}`
    const { statusCode, body } = await app.app.http.inject({ url, headers: { cookie: admin.cookie } })
    const { views, fallidas } = JSON.parse(body)
    return [statusCode, Object.keys(views), fallidas]
  }
  await using schedule = await LiveStream.open(origin, { views: 'horario' })
  await using detail = await openDetail()
  // As a tab has them: in one stream.
  await using both = await LiveStream.open(origin, { views: `horario,${key}`, cookie: admin.cookie })
  await Promise.all([schedule.next(), detail.next(), both.next()])

  await setMarks(app, '{')
  await touch(app, salsa)
  for (const stream of [detail, both]) expect((await stream.next()).frame.views).toEqual({ [key]: { fallida: true } })
  await touch(app, salsa)

  // The other views go on, for open streams and for new ones.
  await admin.send(saveTurno, { selectedRow: 1 })
  for (const stream of [schedule, both])
    expect((await stream.next()).frame.views['horario']?.parts).toMatchObject({ turno: { selectedRow: 1 } })
  expect(await ask('horario', key)).toEqual([200, ['horario'], [key]])
  expect(await ask('horario', 'portada')).toEqual([200, ['horario', 'portada'], undefined])
  await using late = await LiveStream.open(origin, { views: `horario,${key}`, cookie: admin.cookie })
  const { fallidas } = await late.hola()
  expect(fallidas).toEqual([key])
  expect(Object.keys((await late.next()).frame.views)).toEqual(['horario'])
  expect([logged.length, detail.complete, both.complete]).toEqual([1, false, false])

  await setMarks(app, '{}')
  await expect.poll(() => ask(key)).toEqual([200, [key], undefined])
  await using again = await openDetail()
  expect((await again.next()).frame.views[key]?.parts).toMatchObject({ detalle: { encontrado: true } })
  await setMarks(app, '{')
  await touch(app, salsa)
  expect((await again.next()).frame.views).toEqual({ [key]: { fallida: true } })
  expect(logged).toHaveLength(2)
  await setMarks(app, '{}')
})
