import { expect, test } from 'vitest'
import { readBitacora } from '#contract/bitacora.ts'
import { closeCategoria } from '#contract/calificaciones.ts'
import { categorias as categoriasView, createCategoria, updateCategoria } from '#contract/categorias.ts'
import { deleteCompetidor, mesa } from '#contract/competidores.ts'
import { saveTurno } from '#contract/horario.ts'
import { createCarga, undoCarga } from '#contract/inscripciones.ts'
import { viewKey } from '#contract/view.ts'
import { resultados } from '#contract/views/calificaciones.ts'
import { jueces } from '#contract/views/jueces.ts'
import { type TextosDeFila, readCarga } from '#domain/carga.ts'
import { tablasOf } from '../../src/web/inscripciones/csv.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'
import { cargar, fila, revisar, type Filas } from '../support/carga.ts'
import { LiveStream } from '../support/stream.ts'

function readCsv(texto: string): readonly TextosDeFila[] {
  const carga = readCarga(tablasOf(texto))
  if ('fault' in carga) throw new Error(carga.fault)
  return carga.filas
}

const csvOf = async ({ app }: TestApp, { cookie = '' }: Client): Promise<string> =>
  (await app.http.inject({ url: '/api/dias/jueves/competidores.csv', headers: { cookie } })).body

const contentsOf = ({ deps }: TestApp) =>
  deps.db.read(async (tx) => ({
    categorias: await tx.selectFrom('categorias').selectAll().orderBy('dia').orderBy('orden').execute(),
    competidores: await tx.selectFrom('competidores').selectAll().orderBy('categoriaId').orderBy('orden').execute(),
    logged: await tx.selectFrom('change_log').select(['revision', 'seq']).execute(),
  }))

test('new categories and entries go last in the order of the rows, and belong to the administrator', async () => {
  await using app = await startApp({ now: () => Date.parse('2025-04-09T18:00:00Z') })
  const { categorias } = await seedDia(app, 'jueves', { Salsa: ['Ana'], Son: [] })
  const admin = await app.as('admin')

  const count = await cargar(admin, [
    fila('JUEVES', ' salsa ', 'Zoe', 'Son'),
    fila('sabado', 'Timba', 'Bea'),
    fila('jueves', 'Bachata', 'Caro'),
    fila('jueves', 'Salsa', 'ANA'),
    fila('jueves', 'Salsa', 'Bea'),
    fila('jueves', 'Afro', 'Dani'),
    fila('jueves', 'bachatá', 'Eva'),
  ])

  expect(count).toBe(6)
  const after = await contentsOf(app)
  expect(after.categorias.map(({ dia, orden, nombre }) => [dia, orden, nombre])).toEqual([
    ['jueves', 1, 'Salsa'],
    ['jueves', 2, 'Son'],
    ['jueves', 3, 'Bachata'],
    ['jueves', 4, 'Afro'],
    ['sábado', 1, 'Timba'],
  ])
  const entriesOf = (categoriaId = '') => after.competidores.filter((one) => one.categoriaId === categoriaId)
  expect(entriesOf(categorias[0]?.id)).toMatchObject([
    { nombre: 'Ana', orden: 1, compania: 'Team Cubanísimo' },
    { nombre: 'Zoe', orden: 2, compania: 'Son', usuarioId: null, musicaPath: null, fechaInscripcion: '2025-04-09' },
    { nombre: 'Bea', orden: 3, compania: null },
  ])
  expect(entriesOf(after.categorias[2]?.id).map(({ nombre }) => nombre)).toEqual(['Caro', 'Eva'])
})

test('the same list changes nothing after its category got another name and another day', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Bachata: ['Ana'] })
  const id = categorias[0]?.id ?? ''
  const admin = await app.as('admin')
  const filas = [fila('jueves', 'Bachata', 'Ana'), fila('jueves', 'bachata', 'Beto', 'Son')]
  await cargar(admin, filas)
  await admin.send(updateCategoria, { id, nombre: 'Bachata Sensual' })
  expect((await revisar(admin, filas)).told).toEqual(['Ya está', 'Ya está'])
  await admin.send(updateCategoria, { id, dia: 'viernes' })
  expect((await revisar(admin, filas)).told).toEqual(['Ya está', 'Ya está'])
  const before = await contentsOf(app)
  expect(await cargar(admin, filas)).toBe(0)
  expect(await contentsOf(app)).toEqual(before)

  // Another category takes the former name: it is meant now.
  await admin.send(createCategoria, { nombre: 'Bachata', dia: 'jueves' })
  expect(await cargar(admin, filas)).toBe(2)
})

test('one fault in 2000 rows refuses them all and names its row; without it they are loaded at once', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const filas = Array.from({ length: 2_000 }, (_, index) =>
    fila('viernes', `Categoría ${index % 40}`, `Competidor ${index}`, 'Compañía Folclórica de Ñuñoa'),
  )
  const before = await contentsOf(app)
  const faulty = await revisar(admin, filas.with(1_500, fila('viernes', 'Categoría 1', '')))

  await expect(admin.send(createCarga, { filas: faulty.filas })).rejects.toMatchObject({
    status: 409,
    code: 'carga.changed',
    fields: { 'filas.1500': 'Falta el competidor.' },
  })
  expect(await contentsOf(app)).toEqual(before)

  expect(await cargar(admin, filas)).toBe(2_000)
  const after = await contentsOf(app)
  expect(after.categorias).toHaveLength(40)
  expect(after.competidores).toHaveLength(2_000)
  expect(after.logged.length - before.logged.length).toBe(41)
})

test('a list that is empty or too long is refused with its reason', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const refused = (filas: Filas) => expect(admin.send(createCarga, { filas })).rejects
  await refused([]).toMatchObject({ status: 400, fields: { filas: 'La lista está vacía.' } })
  const one = { ...fila('jueves', 'Salsa', 'Ana'), que: 'nuevo', categoriaId: null } as const
  await refused(Array.from({ length: 2_001 }, () => one)).toMatchObject({
    status: 400,
    fields: { filas: 'La lista tiene más de 2000 filas.' },
  })
})

test('what changed since the list was checked refuses it, when it concerns a row', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana'], Son: ['Bea'] })
  const [salsa = '', son = ''] = categorias.map(({ id }) => id)
  const admin = await app.as('admin')
  const { filas } = await revisar(admin, [
    fila('jueves', 'Salsa', 'Ana'),
    fila('jueves', 'Salsa', 'Caro'),
    fila('viernes', 'Timba', 'Dani'),
  ])
  const refused = async (rows: Filas): Promise<void> => {
    const before = await contentsOf(app)
    await expect(admin.send(createCarga, { filas: rows })).rejects.toMatchObject({
      status: 409,
      code: 'carga.changed',
      message: 'La lista cambió: revísala otra vez.',
    })
    expect(await contentsOf(app)).toEqual(before)
  }

  // Another category and another entry concern no row.
  await admin.send(deleteCompetidor, { id: competidores[1]?.id ?? '' })
  await admin.send(createCategoria, { nombre: 'Bachata', dia: 'viernes' })
  await cargar(admin, [fila('jueves', 'Son', 'Zoe')])
  await admin.send(createCategoria, { nombre: 'Timbá', dia: 'viernes' })
  await refused(filas)

  const rest = filas.slice(0, 2)
  await cargar(admin, [fila('jueves', 'Salsa', 'CARO')])
  await refused(rest)
  const again = await revisar(admin, rest)
  expect(again.told).toEqual(['Ya está', 'Ya está'])
  await admin.send(deleteCompetidor, { id: competidores[0]?.id ?? '' })
  await refused(again.filas)

  const closing = await revisar(admin, [fila('jueves', 'Son', 'Eva')])
  expect(closing.filas).toMatchObject([{ que: 'nuevo', categoriaId: son }])
  await admin.send(closeCategoria, { id: son, decision: 'Nadie más.' })
  await refused(closing.filas)
  expect((await revisar(admin, [fila('jueves', 'Son', 'Eva'), fila('jueves', 'Son', 'Zoe')])).told).toEqual([
    'La categoría está cerrada.',
    'Ya está',
  ])
  expect(salsa).not.toBe(son)
})

test('the CSV of a day comes in again as it went out', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', {
    'Salsa; On1': ['=1+1', 'Ana, "la Reina"', "'-x"],
    Son: ['Bea'],
  })
  const extra = { categoriaId: categorias[1]?.id ?? '', compania: null }
  const unplaced = aCompetidor({ ...extra, nombre: '@casa', orden: null })
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(unplaced).execute())
  const admin = await app.as('admin')
  const csv = await csvOf(app, admin)
  expect((await revisar(admin, readCsv(csv))).told).toEqual(Array<string>(5).fill('Ya está'))

  await using other = await startApp()
  const organiser = await other.as('admin')
  expect(await cargar(organiser, readCsv(csv))).toBe(5)
  const four = (text: string) =>
    readCsv(text).map(({ dia, categoria, nombre, compania }) => [dia, categoria, nombre, compania])
  expect(four(await csvOf(other, organiser))).toEqual(four(csv))
})

test('every open view shows the list and that it is undone, and the turn stays at its entry', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Bea'], Son: ['Caro', 'Dani'] })
  const admin = await app.as('admin')
  await admin.send(saveTurno, { selectedRow: 3 })
  const views = `horario,mesa,categorias,jueces,misInscripciones,${viewKey(resultados, { dia: 'jueves' })}`
  await using stream = await LiveStream.open(await app.listen(), { views, cookie: admin.cookie })
  await stream.next()

  await cargar(admin, [fila('jueves', 'Salsa', 'Eva'), fila('jueves', 'Timba', 'Flor')])

  const { frame } = await stream.next()
  expect(Object.keys(frame.views).toSorted()).toEqual(views.split(',').toSorted())
  expect((await admin.see(categoriasView))?.categorias.map(({ nombre, inscritos }) => [nombre, inscritos])).toEqual([
    ['Salsa', 3],
    ['Son', 2],
    ['Timba', 1],
  ])
  expect((await admin.see(jueces))?.categorias).toHaveLength(3)
  expect(await admin.see(mesa)).toMatchObject({ selectedRow: 4, competidorId: competidores[2]?.id, total: 6 })
  expect((await admin.see(mesa))?.sinTurno).toHaveLength(3)

  const { actos } = await admin.send(readBitacora, {})
  await admin.send(undoCarga, { id: actos.find(({ carga }) => carga !== undefined)?.carga ?? '' })
  const undone = await stream.next()
  expect(Object.keys(undone.frame.views).toSorted()).toEqual(views.split(',').toSorted())
  expect(await admin.see(mesa)).toMatchObject({ selectedRow: 3, competidorId: competidores[2]?.id, total: 4 })
})
