import type { Page } from '@playwright/test'
import { scrolledSideways } from './axe.ts'
import { expect, test } from './fixtures.ts'

const LARGO = 'Maximiliana Villaseñor-Echeverría y Sebastián Ñíguez Quiñones de la Santísima Trinidad'
const muchos = (name: string) => Array.from({ length: 12 }, (_, index) => `${name} ${index + 1}`)
const DIAS = { jueves: { Salsa: muchos('Ana'), Casino: ['Eva', LARGO, ...muchos('Bea')], Bachata: muchos('Lis') } }
const turno = (selectedRow: number) => ({ adminMinutoAMinuto: { dia: 'jueves', selectedRow } })

/** The topmost element where a heading begins: the heading itself, or an element over it. */
async function isSeen(page: Page, name: string): Promise<boolean> {
  return page.getByRole('heading', { name }).evaluate((heading) => {
    const { left, top, bottom } = heading.getBoundingClientRect()
    const seen = [top + 2, bottom - 2].map((y) => document.elementFromPoint(left + 2, y))
    return seen.every((element) => element === heading)
  })
}

test('the schedule opens, reopens and reloads at the turn, under the title of its category', async ({
  visitor,
  seed,
}) => {
  await seed.dias(DIAS, turno(14))
  for (const [width, height] of [
    [320, 740],
    [390, 844],
    [1280, 800],
  ] as const) {
    await visitor.setViewportSize({ width, height })
    await visitor.goto('about:blank')
    await visitor.goto('/#/')
    for (const time of ['first', 'second', 'reloaded']) {
      const what = `${time} at ${width}`
      await visitor.getByRole('link', { name: 'Minuto a Minuto' }).click()
      if (time === 'reloaded') {
        await visitor.evaluate(() => window.scrollTo(0, 300))
        await visitor.reload()
      }
      await expect(visitor.getByRole('row').filter({ hasText: 'Compitiendo' }), what).toBeInViewport({ ratio: 1 })
      await expect.poll(() => isSeen(visitor, '2 - Casino'), what).toBe(true)
      await visitor.goBack()
      await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
    }
  }
})

test('the longest names of the event and of a category, without a place to break, widen no screen', async ({
  admin,
  visitor,
  seed,
}) => {
  const nombre = 'Campeonato Nacional de Baile Social y Deportivo de las Ciudades Hermanas del Golfo'.slice(0, 80)
  await seed.tree({ extra: { evento: { nombre, subtitulo: `${nombre} ${nombre}`.slice(0, 120) } } })
  const seguido = 'W'.repeat(80)
  await admin.goto('/#/categorias')
  await admin.getByLabel('Nombre de la categoría').fill(seguido)
  await admin.getByRole('button', { name: 'Agregar' }).click()
  const news = admin.getByRole('status').filter({ hasText: seguido })
  await expect(news).toBeVisible()
  expect(await news.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  for (const width of [320, 390, 768, 1280]) {
    await visitor.setViewportSize({ width, height: 800 })
    await visitor.goto('/#/horario')
    await expect(visitor.getByRole('table', { name: seguido })).toBeVisible()
    await expect(visitor.getByRole('banner').getByText(nombre, { exact: true })).toBeVisible()
    await expect.poll(() => scrolledSideways(visitor), `at ${width}`).toBe(0)
    await admin.setViewportSize({ width, height: 800 })
    await admin.goto('/#/calificaciones')
    const ranking = admin.getByRole('table', { name: seguido })
    await expect(ranking).toBeVisible()
    const isInCard = (table: Element) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0)
    expect(await ranking.evaluate(isInCard), `results at ${width}`).toBe(true)
  }
})

test('on a small laptop, the search of the desk stays beside the days', async ({ admin, seed }) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Bea'] } })
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(admin.getByRole('button', { name: 'Ir al turno 1' })).toBeVisible()
  const top = async (name: string) => (await admin.getByLabel(name).boundingBox())?.y ?? NaN
  // 1280 px without a scroll bar, and the narrowest window with the desk of a laptop.
  for (const width of [1264, 1024]) {
    await admin.setViewportSize({ width, height: 800 })
    expect(Math.abs((await top('Buscar categoría...')) - (await top('Viernes')))).toBeLessThan(10)
  }
})

test('page keys move the turn, once each, while the focus is in the desk, which shows that, and scroll elsewhere', async ({
  admin,
  seed,
}) => {
  await seed.dias(DIAS)
  await admin.setViewportSize({ width: 1280, height: 800 })
  await admin.goto('/#/competidores')
  const current = admin.locator('[aria-current="true"]')
  const desk = admin.getByRole('region', { name: 'Mesa de control' })
  await expect(desk).toContainText('Teclas apagadas: toca aquí para usarlas.')
  await admin.keyboard.press('PageDown')
  await expect.poll(() => admin.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await expect(desk).toContainText('Aún no empieza')

  await admin.getByRole('region', { name: 'En vivo' }).click()
  await expect(admin.getByText('Teclas activas')).toBeVisible()
  await admin.keyboard.press('PageDown')
  await expect(current).toContainText('Ana 1')
  await admin.getByRole('button', { name: 'Ana 3', exact: true }).click()
  await expect(current).toContainText('Ana 3')
  await expect(admin.getByText('Teclas activas')).toBeHidden()
  await admin.keyboard.press('PageDown')
  await expect(desk).toContainText('Ana 3')

  // A key that is held down moves the turn once.
  const next = admin.getByRole('button', { name: 'Siguiente turno' })
  await next.focus()
  await admin.keyboard.down('Enter')
  await expect(current).toContainText('Ana 4')
  for (let repeat = 0; repeat < 3; repeat += 1) await admin.keyboard.down('Enter')
  await admin.keyboard.up('Enter')
  // A press of its own: presses count in their order.
  await next.press('Enter')
  await expect(current).toContainText('Ana 5')
  await expect(next).not.toHaveAttribute('aria-busy')
  await expect(current).toContainText('Ana 5')
})

test('a long category is one table with aligned rows, which the browser can search', async ({ visitor, seed }) => {
  const nombres = Array.from({ length: 60 }, (_, index) => `Ana ${index + 1}`)
  await seed.dias({ jueves: { Salsa: nombres, Casino: ['Eva'] } }, turno(2))
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await visitor.setViewportSize({ width, height })
    await visitor.goto('about:blank')
    await visitor.goto('/#/horario')
    const table = visitor.getByRole('table', { name: '1 - Salsa' })
    await expect(table.getByRole('row')).toHaveCount(61)
    expect(await scrolledSideways(visitor)).toBe(0)

    // The search of the browser, again when the page has led to the turn after it.
    const find = () =>
      visitor.evaluate(() => Reflect.apply(Reflect.get(window, 'find'), window, ['Ana 58', false, false, true]))
    await expect(async () => {
      expect(await find()).toBe(true)
      await expect(visitor.getByText('Ana 58', { exact: true })).toBeInViewport({ timeout: 2_000 })
    }).toPass()
    const lefts = await table
      .getByRole('row', { name: /Ana 5\d/ })
      .evaluateAll((rows) => rows.map((row) => row.children[1]?.getBoundingClientRect().left))
    expect(new Set(lefts).size).toBe(1)
  }
})
