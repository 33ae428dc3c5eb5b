import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { act } from './jueces.ts'
import { SOON } from './segundo.ts'

const RAROS = ['A/B & Co', '100% Sabor #1 + 2?', 'Łukasz Dvořák', 'Ελένη Παππά', 'Сергій Їжак', 'Ritmo 💃🏽']
const DIAS = { jueves: { Salsa: ['Ana', 'Bea', 'Caro'], 'Pro/Am 50%': RAROS }, viernes: { Casino: ['Eva', 'Fito'] } }

/** Judges' totals of Salsa on jueves: Bea and Caro tie, one of Ana's is not a number. */
const marcas = (deAna: string) => ({
  jueves: {
    Salsa: {
      Ana: { Amparo: { l_calificacion: deAna, b_Tiempo: '7.5' }, Bruno: { l_calificacion: 'N/P' } },
      Bea: { Amparo: { l_calificacion: '60.10' }, Bruno: { l_calificacion: '60.20' } },
      Caro: { Amparo: { l_calificacion: '60.20' }, Bruno: { l_calificacion: '60.10' } },
    },
  },
})
const publico = (ajustes: object, deAna = '51.05') => ({
  adminMinutoAMinuto: { mostrarCalificaciones: true, ...ajustes },
  calificaciones: marcas(deAna),
})

const dia = (page: Page, nombre: string) => page.getByRole('region', { name: `Resultados del día: ${nombre}` })
const puestos = (page: Page, categoria: string) => page.getByRole('table', { name: categoria }).getByRole('row')

test('a visitor sees the days while they are public, and the points as they change', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS, publico({ mostrarViernes: false }))
  await visitor.goto('/#/calificaciones')
  await expect(puestos(visitor, '1 - Salsa')).toHaveText([
    /Lugar/,
    /^1Bea \(Team Cubanísimo\)Empate120\.30/,
    /^2Caro \(Team Cubanísimo\)Empate120\.30/,
    /^3Ana \(Team Cubanísimo\)51\.05/,
  ])
  const unmarked = visitor.getByRole('table', { name: '2 - Pro/Am 50%' })
  await expect(unmarked.getByRole('row')).toHaveText([/Lugar/, ...RAROS.map(() => /^–.*Sin calificar/)])
  await expect(unmarked.getByText('Empate')).toHaveCount(0)
  await expect(dia(visitor, 'viernes')).toHaveCount(0)
  await expect(dia(visitor, 'sábado')).toContainText('No hay categorías registradas para el día: sábado.')
  await expect(visitor.getByRole('button', { name: 'Imprimir PDF' })).toHaveCount(0)

  await seed.dias(DIAS, publico({ mostrarViernes: false }, '130'))
  await expect(puestos(visitor, '1 - Salsa').nth(1)).toHaveText(/^1Ana.*130\.00/, SOON)

  await admin.goto('/#/control')
  await admin.getByRole('switch', { name: 'Habilitar Viernes' }).click()
  await expect(dia(visitor, 'viernes')).toContainText('Eva', SOON)
  await admin.getByRole('switch', { name: 'Mostrar Calificaciones a los usuarios' }).click()
  await expect(visitor.getByText('Calificaciones no disponibles')).toBeVisible(SOON)
  await expect(visitor.getByText('Bea')).toHaveCount(0)
  await admin.goto('/#/calificaciones')
  await expect(dia(admin, 'jueves')).toContainText('Oculto al público')
  await visitor.getByRole('link', { name: 'Minuto a Minuto' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Minuto a Minuto')
})

test('search, folded days, scroll and focus are there again after a detail, by link and by Back', async ({
  visitor,
  seed,
}) => {
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`Salsa ${index + 1}`, ['Ana', 'Bea', 'Caro']]),
  )
  await seed.dias(
    { jueves: many, viernes: { Casino: ['Eva'] } },
    { adminMinutoAMinuto: { mostrarCalificaciones: true } },
  )
  await visitor.goto('/#/calificaciones')
  const search = visitor.getByRole('searchbox', { name: 'Buscar categoría...' })
  await search.fill('tango')
  await expect(visitor.getByText('Ninguna categoría coincide con «tango»')).toBeVisible()
  // Each day keeps its region, and says that nothing of it matches.
  for (const name of ['jueves', 'viernes'] as const) {
    await expect(dia(visitor, name)).toContainText('Ninguna categoría de este día coincide con la búsqueda.')
    await expect(dia(visitor, name).getByRole('button', { name: 'Ocultar' })).toBeVisible()
  }
  await search.press('Tab')
  await visitor.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  await search.fill('SALSA')
  await dia(visitor, 'viernes').getByRole('button', { name: 'Ocultar' }).click()
  const table = visitor.getByRole('table', { name: '12 - Salsa 12' })
  const link = table.getByRole('link', { name: 'Ver Caro' })
  for (const part of [table.getByRole('columnheader', { name: 'Ver' }), link.getByText('Ver')]) {
    expect((await part.boundingBox())?.width, 'seen, not only heard').toBeGreaterThan(16)
  }

  for (const back of ['link', 'history'] as const) {
    await link.focus()
    const before = await visitor.evaluate(() => window.scrollY)
    expect(before).toBeGreaterThan(200)
    await visitor.keyboard.press('Enter')
    await expect(visitor.getByText('No hay calificaciones registradas.')).toBeVisible()
    await expect(visitor.getByRole('heading', { level: 1, name: 'Detalles de calificación' })).toBeFocused()
    if (back === 'link') await visitor.getByRole('link', { name: 'Calificaciones', exact: true }).press('Enter')
    else await visitor.goBack()
    await expect(link).toBeFocused()
    await expect(search).toHaveValue('SALSA')
    await expect(dia(visitor, 'viernes').getByRole('button', { name: 'Mostrar' })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
    const moved = async () => Math.abs((await visitor.evaluate(() => window.scrollY)) - before)
    await expect.poll(moved).toBeLessThan(3)
  }

  const logged = visitor.waitForEvent('console', (message) => message.type() === 'error')
  await visitor.evaluate(() => sessionStorage.setItem('resultados.dias', '{'))
  await visitor.reload()
  await logged
  await expect(dia(visitor, 'viernes').getByRole('button', { name: 'Ocultar' })).toBeVisible()
})

test('a detail shows the marks and their sum, for names of any letters', async ({ visitor, seed }) => {
  await seed.dias(DIAS, publico({}))
  await visitor.goto('/#/calificaciones')
  await visitor.getByRole('link', { name: 'Ver Ana' }).click()
  const table = visitor.getByRole('table', { name: 'Calificaciones por juez' })
  await expect(visitor.getByText('Salsa - jueves')).toBeVisible()
  await expect(visitor).toHaveTitle(/^Ana, Detalles de calificación, /)
  await expect(visitor.getByRole('main')).toContainText('TOTAL PUNTOS51.05Suma de 2 jueces51.05Total51.05')
  await expect(table.getByRole('columnheader')).toHaveText([
    'Juez',
    'Tiempo',
    'Técnica de género',
    'Coreografía',
    'Proyección escénica',
    'Presentación visual',
    'Dificultad',
    'Pts',
  ])
  for (const width of [1280, 390]) {
    await visitor.setViewportSize({ width, height: 800 })
    const amparo = table.getByRole('row').filter({ has: visitor.getByRole('rowheader', { name: 'Amparo' }) })
    await expect(amparo.getByRole('cell').first()).toContainText('7.50')
    await expect(amparo.getByRole('cell').last()).toContainText('51.05')
    await expect(table.getByRole('row', { name: /Bruno/ }).getByRole('cell').last()).toContainText(
      'N/Pcuenta como 0.00',
    )
  }
  for (const nombre of RAROS) {
    await visitor.goto('/#/calificaciones')
    await visitor.getByRole('link', { name: `Ver ${nombre}` }).click()
    await expect(visitor.getByRole('heading', { level: 2, name: nombre })).toBeVisible()
    await expect(visitor.getByText('No hay calificaciones registradas.')).toBeVisible()
  }
  await visitor.goto('/#/calificaciones-detalle/jueves/Salsa/Nadie')
  await expect(visitor.getByText('No hay calificaciones registradas.')).toBeVisible()
})

test('an open detail appears, disappears and comes back with the name of its entry', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS, publico({ dia: 'jueves' }))
  const rename = (nombre: string) => act(admin, 'PUT', '/api/inscripciones/jueves-1-1', { nombre })
  const missing = visitor.getByText('Aquí no hay un competidor con ese nombre.')
  await visitor.goto('/#/calificaciones-detalle/jueves/sALSA/Nueva')
  await expect(missing).toBeVisible()
  await rename('Nueva')
  await expect(visitor.getByRole('heading', { level: 2, name: 'Nueva' })).toBeVisible(SOON)
  await rename('Otra')
  await expect(missing).toBeVisible(SOON)
  await rename('Nueva')
  await expect(visitor.getByText('51.05').first()).toBeVisible(SOON)
  await act(admin, 'DELETE', '/api/competidores/jueves-1-1')
  await expect(missing).toBeVisible(SOON)
})

test('on a phone the headings of the columns are whole and do not touch', async ({ visitor, seed }) => {
  await seed.dias(
    { jueves: { Salsa: ['Ana', 'Bea'] } },
    { adminMinutoAMinuto: { dia: 'jueves', mostrarCalificaciones: true } },
  )
  for (const width of [390, 320]) {
    await visitor.setViewportSize({ width, height: 800 })
    await visitor.goto('/#/calificaciones')
    await expect(visitor.getByRole('columnheader', { name: 'Ver' })).toBeVisible()
    const [pts, ver, edge] = await visitor.locator('.ranking').evaluate((table) => {
      const boxOf = (head: Element | null) => {
        const text = document.createRange()
        if (head) text.selectNodeContents(head)
        return text.getBoundingClientRect()
      }
      const heads = ['th:nth-child(3)', 'th:last-child'].map((head) => boxOf(table.querySelector(head)))
      return [...heads, table.getBoundingClientRect()].map(({ left, right }) => ({ left, right }))
    })
    expect((ver?.left ?? 0) - (pts?.right ?? 0), `${width}`).toBeGreaterThanOrEqual(4)
    expect((edge?.right ?? 0) - (ver?.right ?? 0), `${width}`).toBeGreaterThanOrEqual(4)
  }
})
