import { expect, test } from 'vitest'
import { saveTurno, setPublicacion } from '#contract/horario.ts'
import { readHead } from '../../src/server/db/change-log.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { LiveStream } from '../support/stream.ts'

const RESULTADOS = 'resultados?dia=jueves'

/** Replaces the log by an older one: what a standby, a snapshot of the machine or a copy of the file may lack. */
async function loseSince(app: TestApp, revision: number): Promise<void> {
  await app.deps.db.write(async (tx) => {
    await tx.deleteFrom('change_log').where('revision', '>', revision).execute()
    await tx.deleteFrom('movimiento').where('revision', '>', revision).execute()
    await tx.updateTable('revision').set({ revision }).execute()
  })
}

async function headOf(app: TestApp): Promise<{ readonly epoch: string; readonly revision: number }> {
  return app.deps.db.read((tx) => readHead(tx))
}

test('after the database has lost its last commits, each later one reaches the open pages', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 20 })
  const admin = await app.as('admin')
  await using page = await LiveStream.open(await app.listen(), { views: 'horario' })
  await page.next()
  const kept = await headOf(app)
  for (const selectedRow of [5, 6, 7]) {
    await admin.send(saveTurno, { selectedRow })
    await app.app.live.hub.settled()
  }
  await loseSince(app, kept.revision)

  await admin.send(saveTurno, { selectedRow: 9 })
  // Everything may differ: the page connects again, and gets all of it.
  expect((await page.fin()).motivo).toBe('reinicio')
  expect((await headOf(app)).epoch).not.toBe(kept.epoch)
  const body = (await app.app.http.inject('/api/vistas?views=horario')).json()
  expect(body.views.horario.turno.selectedRow).toBe(9)
})

test('results that are hidden after the database has lost commits are hidden', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 3 })
  await seedCalificacion(app, competidores[0]?.id ?? '', 'Pedro', '9.75')
  const admin = await app.as('admin')
  const publish = (valor: boolean) => admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor })
  await publish(true)
  const shown = async () => (await app.app.http.inject(`/api/vistas?views=${encodeURIComponent(RESULTADOS)}`)).body
  expect(await shown()).toContain('975')
  const kept = await headOf(app)
  for (const selectedRow of [1, 2, 3]) await admin.send(saveTurno, { selectedRow })
  await app.app.live.hub.settled()
  await loseSince(app, kept.revision)

  await publish(false)
  expect(await shown()).not.toContain('975')
})

test('a row of the log that cannot be read makes every view load anew, and later changes arrive', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 20 })
  const admin = await app.as('admin')
  const origin = await app.listen()
  await using page = await LiveStream.open(origin, { views: 'horario' })
  await page.next()
  await admin.send(saveTurno, { selectedRow: 5 })
  await app.deps.db.write(async (tx) => {
    await tx
      .updateTable('revision')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .execute()
    const { revision } = await readHead(tx)
    const row = { revision, seq: 0, kind: 'usuario', actorRole: 'admin', at: '2026-01-01', after: '{"cut' }
    const NOTHING = { dia: null, categoriaId: null, competidorId: null, personaId: null, actorId: null }
    await tx
      .insertInto('change_log')
      .values({ ...row, ...NOTHING, actorNombre: null, before: null })
      .execute()
  })
  app.app.live.hub.wake({ isCommit: true })
  expect((await page.fin()).motivo).toBe('reinicio')

  await using again = await LiveStream.open(origin, { views: 'horario' })
  await again.next()
  await admin.send(saveTurno, { selectedRow: 6 })
  expect((await again.next()).frame.views['horario']?.parts).toMatchObject({ turno: { selectedRow: 6 } })
  expect((await app.app.http.inject('/readyz')).statusCode).toBe(200)
})

test('a page that was signed in gets everything anew as a visitor, and keeps nothing from before', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 3 })
  await seedCalificacion(app, competidores[0]?.id ?? '', 'Pedro', '9.75')
  const admin = await app.as('admin')
  const origin = await app.listen()
  const before = await LiveStream.open(origin, { views: RESULTADOS, cookie: admin.cookie })
  const { id: since, frame } = await before.next()
  expect(JSON.stringify(frame)).toContain('975')
  await before.close()

  // The session ended while the page was hidden: the cookie opens nothing any more.
  await using visitor = await LiveStream.open(origin, { views: RESULTADOS, since })
  expect((await visitor.hola()).audiencia).toBe('visitante')
  const view = (await visitor.next()).frame.views[RESULTADOS]
  expect(view?.reset).toBe(true)
  expect(JSON.stringify(view)).not.toContain('975')
})
