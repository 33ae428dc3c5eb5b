import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { endSesiones } from '#contract/acceso.ts'
import { readBitacora } from '#contract/bitacora.ts'
import { saveMinutos, selectDia } from '#contract/horario.ts'
import { portada } from '#contract/views/portada.ts'
import { transact } from '../../src/server/work.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'
import { freshPlace } from '../support/database.ts'
import { aTrack } from '../support/mp3.ts'
import { LiveStream } from '../support/stream.ts'

const DAY = 24 * 60 * 60_000

const shown = async (app: TestApp): Promise<string[]> =>
  (await app.visitor.see(portada))?.imagenes.map(({ archivo }) => archivo) ?? []

test('a running server adds images dropped into its folder, measures imported tracks and deletes old keys', async () => {
  await using place = await freshPlace()
  const clock = { now: Date.UTC(2026, 2, 20) }
  const now = () => clock.now
  {
    await using before = await startApp({ place, now })
    const { categorias } = await seedDia(before, 'jueves', { Salsa: 3 })
    const entry = aCompetidor({ categoriaId: categorias[0]?.id ?? '', musicaPath: 'musica/pista.mp3' })
    await before.deps.db.write((tx) => tx.insertInto('competidores').values(entry).execute())
    await before.deps.files.put('musica/pista.mp3', Readable.from([aTrack(7)]))
    await before.deps.files.put('carrusel/cartel.png', Readable.from(['x']))
    await (await before.as('admin')).send(selectDia, { dia: 'jueves' }, { key: 'clave-vieja' })
    clock.now += 8 * DAY
    await (await before.as('admin')).send(selectDia, { dia: 'viernes' }, { key: 'clave-nueva' })
    expect(await shown(before)).toEqual([])
  }

  await using app = await startApp({ place, now, chores: true })
  const keys = () => app.deps.db.read((tx) => tx.selectFrom('command_key').select('key').execute())
  const lengths = () => app.deps.db.read((tx) => tx.selectFrom('musica').selectAll().execute())
  await vi.waitFor(
    async () => {
      expect(await shown(app)).toEqual(['cartel.png'])
      expect(await keys()).toEqual([{ key: 'clave-nueva' }])
      expect(await lengths()).toEqual([{ path: 'musica/pista.mp3', duracion: expect.closeTo(7, 1) }])
    },
    { timeout: 30_000 },
  )
})

test('a background job that fails is logged, and the event is still served', async () => {
  const told: string[] = []
  await using app = await startApp({
    chores: true,
    onLog: (message) => told.push(message),
    files: (files) => ({ ...files, list: () => Promise.reject(new Error('the store is away')) }),
  })
  const faults = ['the folder of images could not be read', 'the stored files could not be swept']
  await vi.waitFor(() => expect(told).toEqual(expect.arrayContaining(faults)), { timeout: 30_000 })
  expect(await app.visitor.see(portada)).toMatchObject({ imagenes: [] })
})

test('after 30 days the log loses the rows that /bitacora does not show, and a page that was away catches up', async () => {
  await using place = await freshPlace()
  const clock = { now: Date.UTC(2026, 2, 20) }
  const now = () => clock.now
  const kinds = async ({ deps }: TestApp) =>
    (await deps.db.read((tx) => tx.selectFrom('change_log').select('kind').orderBy('revision').execute())).map(
      ({ kind }) => kind,
    )
  let since: string | undefined
  {
    await using before = await startApp({ place, now })
    await (await before.as('admin')).send(selectDia, { dia: 'viernes' })
    await using stream = await LiveStream.open(await before.listen(), { views: 'horario' })
    since = (await stream.next()).id
    await (await before.as('admin')).send(saveMinutos, { minutosPorCompetidor: 7 })
    await (await before.as('admin')).send(endSesiones, {})
    await transact(before.deps, { actor: { role: 'visitante' } }, async ({ changed }) => {
      changed({ kind: 'competidor', dia: 'viernes', competidorId: 'e1', before: { nombre: 'Ana' } })
      // A measured track names no entry.
      changed({ kind: 'competidor', dia: 'viernes', categoriaId: 'c1', after: { duracion: 7 } })
    })
    expect(await kinds(before)).toEqual(['dia', 'reloj', 'sesion', 'competidor', 'competidor'])
  }

  clock.now += 31 * DAY
  await using app = await startApp({ place, now, chores: true })
  await vi.waitFor(async () => expect(await kinds(app)).not.toContain('sesion'), { timeout: 30_000 })
  expect(await kinds(app)).toEqual(['dia', 'reloj', 'competidor'])
  const { actos } = await (await app.as('admin')).send(readBitacora, {})
  expect(actos).toHaveLength(3)
  await using away = await LiveStream.open(await app.listen(), { views: 'horario', since })
  const { views } = (await away.next()).frame
  expect(views['horario']).toMatchObject({ parts: { reloj: { minutosPorCompetidor: 7 } } })
  await (await app.as('admin')).send(saveMinutos, { minutosPorCompetidor: 8 })
  expect((await away.next()).frame.views['horario']).toMatchObject({ parts: { reloj: { minutosPorCompetidor: 8 } } })
})
