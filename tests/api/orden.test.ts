import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBitacora } from '#contract/bitacora.ts'
import { createCategoria, moveCategoria } from '#contract/categorias.ts'
import { deleteCompetidor, moveCompetidor, placeCompetidor } from '#contract/competidores.ts'
import { horario } from '#contract/views/horario.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { aCategoria, aCompetidor, seedDia } from '../support/builders.ts'
import { cargar, fila } from '../support/carga.ts'
import { acts, keepsOrder } from '../support/orden.ts'

test('when two administrators act at the same time, lists stay numbered and the turn stays with its entry', async () => {
  await fc.assert(fc.asyncProperty(acts, keepsOrder), { numRuns: 8, seed: 4, endOnFailure: true })
})

/** An imported list: with gaps, a shared number, and an entry without order. */
async function importedList(app: TestApp): Promise<{ categorias: string[]; competidores: string[] }> {
  const categorias = [3, 7, 7, 20].map((orden, index) => aCategoria({ id: `c${index}`, orden, nombre: `C${index}` }))
  const competidores = [2, 5, 5, 9, null].map((orden, index) =>
    aCompetidor({ id: `e${index}`, orden, categoriaId: 'c0' }),
  )
  await app.deps.db.write(async (tx) => {
    await tx.insertInto('categorias').values(categorias).execute()
    await tx.insertInto('competidores').values(competidores).execute()
  })
  return { categorias: categorias.map(({ id }) => id), competidores: competidores.map(({ id }) => id) }
}

async function orders(app: TestApp, table: 'categorias' | 'competidores'): Promise<unknown> {
  const rows = await app.deps.db.read((tx) => tx.selectFrom(table).select(['id', 'orden']).execute())
  return Object.fromEntries(rows.map(({ id, orden }) => [id, orden]))
}

test.each([
  ['a move', moveCompetidor, { id: 'e3', antesDe: 'e2' }, { e0: 1, e1: 2, e3: 3, e2: 4, e4: null }],
  ['placing', placeCompetidor, { id: 'e4' }, { e0: 1, e1: 2, e2: 3, e3: 4, e4: 5 }],
  ['a deletion', deleteCompetidor, { id: 'e1' }, { e0: 1, e2: 2, e3: 3, e4: null }],
] as const)('%s in an imported list with gaps numbers it 1..n', async (_act, command, input, expected) => {
  await using app = await startApp()
  await importedList(app)
  const admin = await app.as('admin')
  await admin.send(command, input)
  expect(await orders(app, 'competidores')).toEqual(expected)
  // The other list keeps its gaps until a command writes to it.
  expect(await orders(app, 'categorias')).toEqual({ c0: 3, c1: 7, c2: 7, c3: 20 })
})

test('a write to an imported day with gaps numbers its categories 1..n', async () => {
  await using app = await startApp()
  await importedList(app)
  const admin = await app.as('admin')
  await admin.send(moveCategoria, { id: 'c3', direccion: 'up' })
  expect(await orders(app, 'categorias')).toEqual({ c0: 1, c1: 2, c3: 3, c2: 4 })
  const { id } = await admin.send(createCategoria, { nombre: 'Nueva', dia: 'jueves' })
  expect(await orders(app, 'categorias')).toMatchObject({ c2: 4, [id]: 5 })
})

test('a list that is loaded into an imported day with gaps numbers its categories and entries 1..n', async () => {
  await using app = await startApp()
  await importedList(app)
  await cargar(await app.as('admin'), [fila('jueves', 'C0', 'Nueva'), fila('jueves', 'Son', 'Dani')])
  expect(await orders(app, 'competidores')).toMatchObject({ e0: 1, e1: 2, e2: 3, e3: 4, e4: null })
  expect(await orders(app, 'categorias')).toMatchObject({ c0: 1, c1: 2, c2: 3, c3: 4 })
})

test('a category moves past the visible neighbour; the move is refused when the neighbour has moved meanwhile', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 4, Bachata: 0, 'Salsa libre': 0 })
  const admin = await app.as('admin')
  const [salsa, bachata, libre] = categorias.map(({ id }) => id)
  const up = { id: libre ?? '', direccion: 'up', vecinoId: salsa } as const

  await admin.send(moveCategoria, up, { key: 'una-clave' })
  await admin.send(moveCategoria, up, { key: 'una-clave' })
  expect(await orders(app, 'categorias')).toEqual({ [libre ?? '']: 1, [salsa ?? '']: 2, [bachata ?? '']: 3 })
  await expect(admin.send(moveCategoria, up)).rejects.toMatchObject({ status: 409, code: 'orden.changed' })
})

test('an entry goes before another one of its category or last, and the log has one row with both places', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['A', 'B', 'C', 'D', 'E'], Son: ['F'] })
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = competidores.map(({ id }) => id)
  const admin = await app.as('admin')
  const order = async () => {
    const salsa = (await app.visitor.see(horario))?.categorias[0]?.competidores ?? []
    return salsa.map(({ nombre }) => nombre).join('')
  }
  expect(await admin.send(moveCompetidor, { id: e, antesDe: b })).toEqual({ lugar: 2, de: 5 })
  expect(await order()).toBe('AEBCD')
  expect(await admin.send(moveCompetidor, { id: a, antesDe: null })).toEqual({ lugar: 5, de: 5 })
  expect(await order()).toBe('EBCDA')
  // Two desks press at the same time: the second one finds it done.
  expect(await admin.send(moveCompetidor, { id: a, antesDe: null })).toEqual({ lugar: 5, de: 5 })

  const { actos } = await admin.send(readBitacora, {})
  const rows = actos.filter(({ que }) => que.startsWith('Competidor'))
  expect(rows.map(({ que, antes, despues }) => [que, antes, despues])).toEqual([
    ['Competidor A', 'Orden: 1', 'Orden: 5'],
    ['Competidor E', 'Orden: 5', 'Orden: 2'],
  ])

  await admin.send(deleteCompetidor, { id: b })
  for (const antesDe of [b, f, c])
    await expect(admin.send(moveCompetidor, { id: c, antesDe })).rejects.toMatchObject({
      status: 409,
      message: 'El orden ya había cambiado. Revísalo y vuelve a intentarlo.',
    })
  expect(await order()).toBe('ECDA')
  expect(d).not.toBe('')
})

test('a move of a category is one row of the log, and a deletion adds none for the others', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 3, Bachata: 0, Son: 0 })
  const admin = await app.as('admin')
  await admin.send(moveCategoria, { id: categorias[2]?.id ?? '', direccion: 'up', vecinoId: categorias[0]?.id })
  await admin.send(deleteCompetidor, { id: competidores[0]?.id ?? '' })
  const { actos } = await admin.send(readBitacora, {})
  expect(actos.slice(0, 2).map(({ que, antes, despues }) => [que, antes, despues])).toEqual([
    ['Competidor Salsa 1: eliminado', expect.stringContaining('Nombre: Salsa 1'), ''],
    ['Categoría Son', 'Orden: 3', 'Orden: 1'],
  ])
  const seen = await app.visitor.see(horario)
  expect(seen?.categorias.map(({ nombre, orden }) => [nombre, orden])).toEqual([
    ['Son', 1],
    ['Salsa', 2],
    ['Bachata', 3],
  ])
})
