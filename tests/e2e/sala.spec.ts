import type { Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { act } from './jueces.ts'
import { expectLegible, muestra, salaOf, step, treeOf, type Entrada } from './sala.ts'
import { SOON } from './segundo.ts'

const LARGO = 'María Fernanda Villalobos Etcheverría y José Guadalupe Montemayor de la Garza R'
const COMPANIA = 'Compañía Nacional de Danza Afrocaribeña y Ritmos Latinos de Santiago de Querétar'
const entradas = (cuantas: number, puntosAt: (lugar: number) => string, nombre = 'Pareja'): Entrada[] =>
  Array.from({ length: cuantas }, (_, index) => ({
    nombre: `${String.fromCodePoint(65 + index)} ${nombre}`.slice(0, 80),
    compania: nombre === LARGO ? COMPANIA : 'Academia La Clave',
    puntos: puntosAt(index + 1),
  }))
const EVENTO = treeOf({
  'Salsa On1': [
    { nombre: 'Ana', puntos: '98.5' },
    { nombre: 'Beto y Caro', compania: 'Rumba Tapatía', puntos: '90' },
    { nombre: 'Dora', puntos: '90' },
  ],
  Bachata: [{ nombre: 'Elsa' }],
  Rueda: entradas(19, (lugar) => String(99 - lugar)),
  Largos: entradas(10, (lugar) => String(99 - lugar), LARGO),
  Empate: entradas(13, (lugar) => (lugar === 1 ? '99' : '50'), LARGO),
})

async function open(page: Page, admin: Page): Promise<string> {
  const { id, path } = await salaOf(admin)
  await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
  return id
}
const step1 = (admin: Page) =>
  act(admin, 'POST', '/api/turno/paso', {
    paso: 'siguiente',
    desde: { dia: 'jueves', turno: { selectedRow: 0, competidorId: null } },
  })

test('each scene of the hall is readable from 720 to 2160 lines, and shows what visitors may see', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.tree(EVENTO)
  const id = await open(visitor, admin)
  const main = visitor.getByRole('main')
  const card = main.getByRole('region', { name: 'En vivo' })
  await expect(card.getByText('Aún no empieza')).toBeVisible()
  await expect(card.getByRole('listitem').nth(1)).toContainText('Beto y Caro')
  const inicio = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 16)
  await act(admin, 'PUT', '/api/programas/jueves', { inicio, montaje: 0, jueceo: 0 })
  await act(admin, 'PUT', '/api/programas/jueves/publicacion')
  await step1(admin)
  await expect(card.locator('.live-name')).toHaveText('Ana')
  await expect(main.getByText('A tiempo')).toBeVisible()
  await expectLegible(visitor, 'pista')
  expect(await faultsOf(visitor)).toEqual([])
  const turno = { selectedRow: 1, competidorId: 'c1-1' }
  await act(admin, 'POST', '/api/turno/pausa', {
    titulo: 'Comida',
    minutos: 30,
    desde: { dia: 'jueves', turno },
  })
  await expect(card.locator('.live-name')).toHaveText('Comida')
  await expect(card.getByText(/seguimos a las \d\d:\d\d/i)).toBeVisible()
  await expectLegible(visitor, 'pausa')

  // During the break the category of the turn is that of the next entry.
  await muestra(admin, id, { escena: 'Resultados' })
  await expect(main.getByRole('heading', { name: '1 - Salsa On1' })).toBeVisible()
  await expect(main.getByRole('listitem').nth(1)).toHaveText(/^2Beto y Caro Empate ?Rumba Tapatía90\.00$/)
  await expect(main.getByText('Final')).toBeVisible()
  await expectLegible(visitor, 'resultados')
  expect(await faultsOf(visitor)).toEqual([])
  await muestra(admin, id, { categoriaId: 'c2' })
  await expect(main.getByRole('listitem').filter({ hasText: /Elsa.*Sin calificar/ })).toBeVisible()
  await muestra(admin, id, { categoriaId: 'c4' })
  await expect(main.getByText(COMPANIA).first()).toBeVisible()
  await expectLegible(visitor, 'largos')
  await muestra(admin, id, { categoriaId: 'c3' })
  for (const pagina of [1, 2, 3]) await expect(main.getByText(`Página ${pagina} de 3`)).toBeVisible()
  await act(admin, 'PUT', '/api/embargo', { retener: true })
  await expect(main.getByText('Se anuncia en la premiación.')).toBeVisible()
  await expect(main).not.toContainText('Pareja')
  await expectLegible(visitor, 'retenida')
  await act(admin, 'PUT', '/api/publicacion', { campo: 'mostrarCalificaciones', valor: false })
  await expect(main.getByText('Calificaciones no disponibles')).toBeVisible()

  await muestra(admin, id, { escena: 'Galería' })
  await expect(main.locator('img[data-on=true]')).toHaveCount(1)
  await muestra(admin, id, { escena: 'Mensaje' })
  await expect(main.getByRole('heading', { name: 'Salsa Fest 2025' })).toBeVisible()
  await expectLegible(visitor, 'nombre')
  await muestra(admin, id, { mensaje: 'Atención '.repeat(22).trim() })
  await expect(main.getByRole('heading', { name: /^Atención/ })).toBeVisible()
  await expectLegible(visitor, 'mensaje')
})

test('a ceremony reveals its places from the last to the first on one screen, and goes back', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.tree(EVENTO)
  await visitor.emulateMedia({ reducedMotion: 'reduce' })
  const id = await open(visitor, admin)
  const main = visitor.getByRole('main')
  await muestra(admin, id, { escena: 'Premiación' })
  await expect(main.getByRole('heading', { name: 'Salsa Fest 2025' })).toBeVisible()
  await act(admin, 'POST', '/api/categorias/c1/premiacion', { premios: 3 })
  await expect(main.getByRole('heading', { name: 'Salsa On1' })).toBeVisible()
  await expectLegible(visitor, 'titulo')
  await step(admin, 'c1', 0, 'siguiente')
  await expect(main.getByText('Lugares 2 y 3, empate')).toBeVisible()
  await expect(main).toContainText('Rumba Tapatía')
  await expect(main).not.toContainText('Ana')
  await step(admin, 'c1', 1, 'siguiente')
  const places = main.locator('.sala-lugar')
  await expect(places).toHaveText(['Lugar 1', 'Lugares 2 y 3, empate'])
  await expect(main).not.toContainText('98.50')
  await expectLegible(visitor, 'primero')
  expect(await faultsOf(visitor)).toEqual([])
  expect(await visitor.evaluate(() => document.getAnimations().length)).toBe(0)
  await step(admin, 'c1', 2, 'anterior')
  await expect(places).toHaveText(['Lugares 2 y 3, empate'])
  await step(admin, 'c1', 1, 'siguiente')
  await act(admin, 'DELETE', '/api/categorias/c1/premiacion')
  await expect(main.getByText('Podio')).toBeVisible()
  await expect(places).toHaveText(['Lugar 1', 'Lugares 2 y 3, empate'])

  await act(admin, 'POST', '/api/categorias/c4/premiacion', { premios: 10 })
  for (const desde of Array.from({ length: 10 }).keys()) await step(admin, 'c4', desde, 'siguiente')
  await expect(places).toHaveCount(10)
  await expectLegible(visitor, 'diez')
  await act(admin, 'DELETE', '/api/categorias/c4/premiacion')
  await act(admin, 'POST', '/api/categorias/c5/premiacion', { premios: 3 })
  await step(admin, 'c5', 0, 'siguiente')
  await expect(main.getByText('Lugares 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 y 13, empate')).toBeVisible()
  await expectLegible(visitor, 'empate')
  await step(admin, 'c5', 1, 'siguiente')
  await expect(places).toHaveCount(2)
  await expectLegible(visitor, 'empate-primero')
})

test('a screen keeps its picture without a connection, shows an administrator no more than a visitor, and goes dark with its link', async ({
  admin,
  seed,
}) => {
  await seed.tree(EVENTO)
  await act(admin, 'PUT', '/api/embargo', { retener: true })
  const { id, path } = await salaOf(admin)
  await muestra(admin, id, { escena: 'Resultados', categoriaId: 'c1' })
  const screen = await admin.context().newPage()
  await screen.goto(path)
  const main = screen.getByRole('main')
  await expect(main.getByText('Se anuncia en la premiación.')).toBeVisible()
  await expect(main).not.toContainText('Ana')
  await admin.context().setOffline(true)
  await expect(screen.getByText('Sin conexión')).toBeVisible()
  await expect(main.getByText('Se anuncia en la premiación.')).toBeVisible()
  await admin.context().setOffline(false)
  await expect(screen.getByText('Sin conexión')).toBeHidden()

  await act(admin, 'POST', `/api/pantallas/${id}/enlace`)
  await expect(screen.getByRole('heading', { name: 'Este enlace ya no funciona.' })).toBeVisible(SOON)
  await screen.reload()
  await expect(screen.getByRole('heading', { name: 'Este enlace ya no funciona.' })).toBeVisible()
})

test('a screen opens, and opens again, in a browser that refuses to keep its link', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.tree(EVENTO)
  await visitor.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Refused', 'SecurityError')
      },
    })
  })
  await open(visitor, admin)
  const card = visitor.getByRole('main').getByRole('region', { name: 'En vivo' })
  await expect(card).toBeVisible()
  await visitor.reload()
  await expect(card).toBeVisible()
})
