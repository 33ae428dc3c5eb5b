import type { Page } from '@playwright/test'
import { premiaciones } from '#contract/views/premiaciones.ts'
import { viewKey } from '#contract/view.ts'
import type { TipoPantalla } from '#domain/pantalla.ts'
import { expectSound } from './axe.ts'
import { test as base, expect, type Seed } from './fixtures.ts'
import { act, readView } from './jueces.ts'

/** The clock of the server stands: steps of a ceremony have to come a second apart. */
const test = base.extend<{ readonly reloj: { now: number } }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads this parameter to know what a fixture needs
  reloj: async ({}, give) => give({ now: Date.now() }),
  now: async ({ reloj }, give) => give(() => reloj.now),
})

const NOMBRES = ['Ana', 'Beto', 'Caro', 'Dina'] as const
/** Caro and Beto tie at place 2; Ana is last. */
const PUNTOS = { Ana: '40', Beto: '41', Caro: '41', Dina: '43' } as const
const CERRADA = { autor: 'Organización', fecha: '2025-04-10T01:00:00.000Z' }

/** Salsa on Thursday and on Friday, and Bachata: each marked; Salsa of Thursday is final. */
async function aNight(seed: Seed): Promise<void> {
  const marcas = Object.fromEntries(NOMBRES.map((nombre) => [nombre, { Luz: { l_calificacion: PUNTOS[nombre] } }]))
  await seed.dias(
    { jueves: { Salsa: NOMBRES, Bachata: NOMBRES }, viernes: { Salsa: NOMBRES } },
    {
      calificaciones: { jueves: { Salsa: marcas, Bachata: marcas }, viernes: { Salsa: marcas } },
      adminMinutoAMinuto: { dia: 'jueves', selectedRow: 2 },
      extra: { cierres: { 'jueves-1': CERRADA }, retener: true },
    },
  )
}

/** Adds screens, each of a kind. */
async function addPantallas(admin: Page, all: Readonly<Record<string, TipoPantalla>>): Promise<void> {
  for (const [nombre, tipo] of Object.entries(all)) await act(admin, 'POST', '/api/pantallas', { nombre, tipo })
}

const regionOf = (page: Page, categoria: string) =>
  page.getByRole('region', { name: `Premiación de ${categoria}`, exact: true })

test('a screen of the hall is added, opens by its link, follows its card, and goes dark when the link is renewed', async ({
  admin,
  another,
  seed,
}) => {
  await aNight(seed)
  await admin.goto('/#/pantallas')
  const nombre = admin.getByLabel('Nombre de la pantalla')
  await nombre.fill('Principal')
  await admin.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Pantalla agregada.' })).toBeVisible()
  await nombre.fill(' principal ')
  await admin.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(admin.getByRole('alert')).toHaveText('Ya hay una pantalla con ese nombre.')

  const card = admin.getByRole('article', { name: 'Principal' })
  const link = card.getByRole('link', { name: 'Enlace de Principal' })
  await expect(link).toHaveAttribute('href', /^http.*\/#\/pantalla\/[\w-]{43}$/)
  await expect(card.getByRole('img', { name: 'Código QR de Principal' })).toBeVisible()
  await expect(card.getByText('Sin conexión')).toBeVisible()
  const hall = await another('visitante')
  await hall.goto((await link.getAttribute('href')) ?? '')
  await expect(card.getByText('Conectada')).toBeVisible()

  await card.getByLabel('Mensaje de Principal').fill('x'.repeat(201))
  await card.getByLabel('Mensaje de Principal').press('Tab')
  await expect(card.getByRole('alert')).toHaveText('Escribe un mensaje de hasta 200 caracteres.')
  await expect(card.getByLabel('Mensaje de Principal')).not.toBeFocused()
  await card.getByLabel('Mensaje de Principal').fill('Volvemos a las 9')
  await card.getByLabel('Mensaje de Principal').press('Enter')
  await expect(admin.getByRole('status').filter({ hasText: 'Mensaje guardado.' })).toBeVisible()
  await card.getByLabel('Escena de Principal').selectOption('Mensaje')
  await expect.poll(async () => muestraOf(hall)).toMatchObject({ escena: 'Mensaje', mensaje: 'Volvemos a las 9' })
  const categoria = card.getByLabel('Categoría de Principal')
  await expect(categoria.locator('option')).toHaveText(['La del turno', 'Salsa (jueves)', 'Bachata', 'Salsa (viernes)'])
  await categoria.selectOption('Salsa (viernes)')
  await card.getByLabel('Escena de Principal').selectOption('Resultados')
  await expect.poll(async () => muestraOf(hall)).toMatchObject({ categoria: { id: 'viernes-1', dia: 'viernes' } })

  await act(admin, 'POST', '/api/pantallas', { nombre: 'Lateral', tipo: 'Sala' })
  await card.getByRole('button', { name: 'Poner Principal en todas' }).click()
  await expect(admin.getByLabel('Escena de Lateral')).toHaveValue('Resultados')
  await card.getByRole('button', { name: 'Identificar Principal' }).click()
  await expect(hall.getByRole('status').filter({ hasText: 'Principal' })).toBeVisible()

  await card.getByRole('button', { name: 'Renovar enlace de Principal' }).click()
  const question = '¿Renovar el enlace de Principal? El anterior dejará de funcionar.'
  await admin.getByRole('dialog', { name: question }).getByRole('button', { name: 'Renovar' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Enlace renovado.' })).toBeVisible()
  await expect(hall.getByText('Este enlace ya no funciona.')).toBeVisible()
  await card.getByRole('button', { name: 'Eliminar Principal' }).click()
  const deletion = admin.getByRole('alertdialog', { name: '¿Eliminar la pantalla Principal?' })
  await deletion.getByRole('button', { name: 'Eliminar' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Pantalla eliminada.' })).toBeVisible()
  await expect(card).toHaveCount(0)
})

/** What the page of a link is told to show. */
async function muestraOf(hall: Page): Promise<unknown> {
  const enlace = await hall.evaluate(() => sessionStorage.getItem('pantalla'))
  const key = `pantalla?${new URLSearchParams({ enlace: enlace ?? '' })}`
  return (await readView(hall, key)).find((part) => Reflect.get(Object(part), 'tipo') === 'muestra')
}

test('a ceremony runs by keyboard alone, step by step, and the desk and the screens follow', async ({
  admin,
  another,
  seed,
  reloj,
}) => {
  await aNight(seed)
  await addPantallas(admin, { Principal: 'Sala', Locutora: 'Locutor' })
  const desk = await another('admin')
  await desk.goto('/#/competidores')
  await expect(desk.getByRole('region', { name: 'Mesa de control' })).toBeVisible()
  await expect(desk.getByRole('region', { name: /^Premiación/ })).toHaveCount(0)
  await admin.goto('/#/pantallas')
  const salsa = regionOf(admin, 'Salsa (jueves)')
  await regionOf(admin, 'Bachata').getByRole('button', { name: 'Empezar premiación' }).click()
  await expect(regionOf(admin, 'Bachata').getByRole('alert')).toContainText('Cierra primero la categoría.')
  await salsa.getByLabel('Premios').fill('11')
  await salsa.getByLabel('Premios').press('Enter')
  await expect(salsa.getByRole('alert')).toHaveText('Escribe premios de 1 a 10.')
  await salsa.getByLabel('Premios').fill('2')

  const next = salsa.getByRole('button', { name: 'Siguiente paso' })
  await salsa.getByRole('button', { name: 'Empezar premiación' }).press('Enter')
  await expect(next).toBeFocused()
  await expect(salsa).toContainText('Siguiente: Lugares 2 y 3, empate')
  await expect(salsa).not.toContainText('Beto')
  await expect(admin.getByLabel('Escena de Principal')).toHaveValue('Premiación')
  await regionOf(admin, 'Bachata').getByRole('button', { name: 'Empezar premiación' }).click()
  await expect(regionOf(admin, 'Bachata').getByRole('alert')).toContainText(
    'Termina primero la premiación de Salsa (jueves).',
  )
  await next.focus()
  reloj.now += 1_000
  await admin.keyboard.press('Enter')
  const said = admin
    .getByRole('status')
    .filter({ hasText: 'Lugares 2 y 3, empate: Beto, Team Cubanísimo; Caro, Team Cubanísimo' })
  await expect(said).toBeAttached()
  await expect(salsa.getByRole('listitem')).toHaveText([
    'Lugares 2 y 3, empateBeto Team CubanísimoCaro Team Cubanísimo',
  ])
  await expect(next).toBeFocused()
  await expect(salsa).toContainText('Siguiente: Lugar 1')
  await expect(salsa).not.toContainText('Dina')
  const onDesk = regionOf(desk, 'Salsa (jueves)')
  await expect(onDesk.getByRole('listitem')).toHaveText([
    'Lugares 2 y 3, empateBeto Team CubanísimoCaro Team Cubanísimo',
  ])
  await expect(desk.getByRole('status').filter({ hasText: /^Lugares 2 y 3, empate: / })).toBeAttached()
  await onDesk.getByRole('button', { name: 'Ver ganadores' }).click()
  await expect(onDesk.getByText('Dina')).toBeInViewport()
  await expectSound(admin, 'a ceremony in course')
  await expectSound(desk, 'the desk with a ceremony')

  await salsa.getByRole('button', { name: 'Terminar premiación' }).press('Enter')
  const question = admin.getByRole('alertdialog', { name: 'Falta 1 paso. ¿Terminar y publicar?' })
  await question.getByRole('button', { name: 'Cancelar' }).press('Enter')
  reloj.now += 1_000
  await next.press('Enter')
  await expect(salsa.getByRole('listitem').first()).toHaveText('Lugar 1Dina Team Cubanísimo')
  reloj.now += 1_000
  await next.press('Enter')
  await expect(salsa.getByRole('alert')).toContainText('Ya se mostraron todos los lugares.')
  await salsa.getByRole('button', { name: 'Terminar premiación' }).press('Enter')
  await expect(salsa.getByRole('button', { name: 'Volver a retener Salsa (jueves)' })).toBeVisible()
  await expect(desk.getByRole('region', { name: /^Premiación/ })).toHaveCount(0)

  await salsa.getByRole('button', { name: 'Empezar premiación' }).press('Enter')
  await expect(next).toBeFocused()
  reloj.now += 1_000
  await salsa.getByRole('button', { name: 'Paso anterior' }).press('Enter')
  await expect(salsa.getByRole('button', { name: 'Empezar premiación' })).toBeFocused()
  await expect(admin.getByLabel('Escena de Principal')).toHaveValue('Premiación')
})

test('two presses of one step reveal one step, and a ceremony of public results says so', async ({
  admin,
  another,
  seed,
  reloj,
}) => {
  await aNight(seed)
  await act(admin, 'PUT', '/api/categorias/jueves-1/anuncio')
  await act(admin, 'PUT', '/api/publicacion', { campo: 'mostrarCalificaciones', valor: true })
  const other = await another('admin')
  for (const page of [admin, other]) await page.goto('/#/pantallas')
  await regionOf(admin, 'Salsa (jueves)').getByRole('button', { name: 'Empezar premiación' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Sus resultados ya son públicos.' })).toBeVisible()
  const pages = [admin, other].map((page) => regionOf(page, 'Salsa (jueves)'))
  for (const page of pages) await expect(page).toContainText('Siguiente: Lugares 2 y 3, empate')
  reloj.now += 1_000
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Siguiente paso' }).click()))
  for (const page of pages) await expect(page).toContainText('Siguiente: Lugar 1')
  // A press that came within the second is dropped, and says nothing.
  await pages[0]?.getByRole('button', { name: 'Siguiente paso' }).click()
  await expect
    .poll(async () => (await readView(admin, viewKey(premiaciones))).map((part) => Reflect.get(Object(part), 'paso')))
    .toContain(1)
  for (const page of [admin, other]) await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a category that is closed while the page is open stands with those that a ceremony can announce', async ({
  admin,
  seed,
}) => {
  await aNight(seed)
  await addPantallas(admin, { Principal: 'Sala', Locutora: 'Locutor', 'En línea': 'Transmisión' })
  await admin.goto('/#/pantallas')
  const listas = admin.getByRole('region', { name: 'Listas para anunciar' })
  const regions = listas.getByRole('region', { name: /^Premiación/ })
  await expect(regions).toHaveCount(1)
  await act(admin, 'POST', '/api/categorias/viernes-1/cierre')
  await expect(regions).toHaveCount(2)
  await expect(admin.getByRole('link', { name: 'Enlace de En línea' })).toHaveAttribute('href', /\/#\/transmision\//)
  const adelantar = admin.getByRole('switch', { name: 'Adelantar premios en Locutora' })
  await adelantar.click()
  await expect(adelantar).toBeChecked()
  await expect(admin.getByRole('button', { name: 'Identificar En línea' })).toHaveCount(0)
  await expectSound(admin, 'screens and categories')
})
