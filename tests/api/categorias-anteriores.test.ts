import { expect, test } from 'vitest'
import { createCategoria, deleteCategoria, updateCategoria } from '#contract/categorias.ts'
import { setPublicacion } from '#contract/horario.ts'
import { resultados } from '#contract/views/calificaciones.ts'
import type { Dia } from '#domain/dia.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { seeDetalle } from '../support/detalle.ts'

interface Escena extends TestApp {
  readonly admin: Client
  readonly id: (nombre: string) => string
  /** The category that the page of an address shows to a visitor, and its day; null where it shows none. */
  readonly shownAt: (dia: Dia, categoria: string, nombre: string) => Promise<string | null>
  /** The status of the public address. */
  readonly publicAt: (dia: Dia, categoria: string, nombre: string) => Promise<number>
}

/** Jueves: Salsa with Ana and Beto. Viernes: Casino with Hugo. All results are public. */
async function anEvent(): Promise<Escena> {
  const app = await startApp()
  const jueves = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Beto'] })
  const viernes = await seedDia(app, 'viernes', { Casino: ['Hugo'] })
  const rows = [jueves, viernes].flatMap((made) => [...made.categorias, ...made.competidores])
  const id = (nombre: string) => rows.find((row) => row.nombre === nombre)?.id ?? ''
  await seedCalificacion(app, id('Ana'), 'Luz', '9.00')
  const admin = await app.as('admin')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  return {
    ...app,
    admin,
    id,
    shownAt: async (dia, categoria, nombre) => {
      const found = await seeDetalle(app.visitor, { dia, categoria, nombre })
      return found?.encontrado ? `${found.nombre}, ${found.categoria}, ${found.dia}` : null
    },
    publicAt: async (dia, categoria, nombre) => {
      const query = new URLSearchParams({ dia, categoria, nombre })
      return (await app.app.http.inject(`/publico/detalle?${query}`)).statusCode
    },
  }
}

test('the old address of a renamed category leads to its entries, also after more names and another day', async () => {
  await using escena = await anEvent()
  const { admin, id, shownAt, publicAt, visitor } = escena
  expect(await shownAt('jueves', 'Salsa', 'Ana')).toBe('Ana, Salsa, jueves')
  await admin.send(updateCategoria, { id: id('Salsa'), nombre: 'Salsa' })
  expect(await visitor.see(resultados, { dia: 'jueves' })).not.toHaveProperty('anteriores')
  await admin.send(updateCategoria, { id: id('Salsa'), nombre: 'Son' })
  expect(await shownAt('jueves', 'Salsa', 'Ana')).toBe('Ana, Son, jueves')
  await admin.send(updateCategoria, { id: id('Salsa'), nombre: 'Son cubano' })
  await admin.send(updateCategoria, { id: id('Salsa'), dia: 'viernes' })
  for (const nombre of ['SALSA', 'Son', 'Son cubano'])
    expect(await shownAt('jueves', nombre, 'Ana')).toBe('Ana, Son cubano, viernes')
  expect(await shownAt('jueves', 'Salsa', id('Beto'))).toBe('Beto, Son cubano, viernes')
  expect([await publicAt('jueves', 'Salsa', 'Ana'), await publicAt('jueves', 'Salsa', 'Hugo')]).toEqual([200, 404])
  // The present name on the old day was never an address of it.
  expect(await shownAt('sábado', 'Salsa', 'Ana')).toBeNull()
})

test('another category that takes the name has its addresses, until it gives the name up', async () => {
  await using escena = await anEvent()
  const { admin, id, shownAt } = escena
  await admin.send(updateCategoria, { id: id('Salsa'), dia: 'viernes' })
  expect(await shownAt('jueves', 'Salsa', 'Ana')).toBe('Ana, Salsa, viernes')
  const { id: nueva } = await admin.send(createCategoria, { nombre: 'Salsa', dia: 'jueves' })
  expect(await shownAt('jueves', 'Salsa', 'Ana')).toBeNull()
  await admin.send(updateCategoria, { id: nueva, nombre: 'Rumba' })
  expect(await shownAt('jueves', 'Salsa', 'Ana')).toBe('Ana, Salsa, viernes')
  await admin.send(updateCategoria, { id: id('Casino'), nombre: 'Bachata' })
  expect(await shownAt('viernes', 'Casino', 'Hugo')).toBe('Hugo, Bachata, viernes')
  await admin.send(updateCategoria, { id: nueva, nombre: 'Salsa' })
  await admin.send(deleteCategoria, { id: nueva })
  expect(await shownAt('jueves', 'Salsa', 'Ana')).toBe('Ana, Salsa, viernes')
  await admin.send(deleteCategoria, { id: id('Salsa') })
  expect(await shownAt('jueves', 'Salsa', 'Ana')).toBeNull()
})

test('the old address shows nothing of a hidden day, whether that is the old or the new one', async () => {
  await using escena = await anEvent()
  const { admin, id, shownAt, visitor, publicAt } = escena
  const show = (campo: 'mostrarJueves' | 'mostrarViernes', valor: boolean) =>
    admin.send(setPublicacion, { campo, valor })
  await admin.send(updateCategoria, { id: id('Salsa'), nombre: 'Son', dia: 'viernes' })
  await show('mostrarViernes', false)
  expect(await shownAt('jueves', 'Salsa', 'Ana')).toBeNull()
  expect(await publicAt('jueves', 'Salsa', 'Ana')).toBe(404)
  expect(await visitor.see(resultados, { dia: 'viernes' })).toEqual({
    dia: 'viernes',
    visible: false,
    publicado: false,
    categorias: [],
  })
  expect(await seeDetalle(admin, { dia: 'jueves', categoria: 'Salsa', nombre: 'Ana' })).toMatchObject({ nombre: 'Ana' })

  await show('mostrarViernes', true)
  await show('mostrarJueves', false)
  expect(await shownAt('jueves', 'Salsa', 'Ana')).toBe('Ana, Son, viernes')
  // A category of the hidden day takes the name.
  await admin.send(createCategoria, { nombre: 'salsa', dia: 'jueves' })
  expect(await shownAt('jueves', 'Salsa', 'Ana')).toBeNull()
})
