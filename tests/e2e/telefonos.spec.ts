import type { Locator, Page } from '@playwright/test'
import { scrolledSideways } from './axe.ts'
import { expect, test, type Seed } from './fixtures.ts'
import { act, setTurno } from './jueces.ts'
import { calificando, key } from './tableta.ts'

const ELENA = 'Elena Villaseñor y Santiago Domínguez'
const PAREJAS = [
  'Daniela Fuentes y Mateo Peña',
  'Ana Lucía Hernández y Juan Pablo Villaseñor',
  'Ximena Robles e Iván Cantú',
  ELENA,
  'Fernanda Rodríguez y Bruno Domínguez',
  'Maximiliano Ordóñez y Sebastián Ñíguez',
]
const CATEGORIA = 'Salsa On1 Amateur Parejas'
const ANCHOS = [320, 360, 390, 412, 430]

/** A published day of couples with a closed order, which is ahead of its programme: the first has danced, the second dances. */
async function aDayAhead(seed: Seed, admin: Page): Promise<void> {
  const entryOf = (categoria: string) => (nombre: string, at: number) => [
    `${categoria.slice(0, 1).toLowerCase()}${at + 1}`,
    { nombre, compania: 'Compañía Azúcar Negra', categoria, dia: 'jueves', orden: at + 1 },
  ]
  await seed.tree({
    categorias: {
      s: { nombre: CATEGORIA, dia: 'jueves', orden: 1 },
      b: { nombre: 'Bachata', dia: 'jueves', orden: 2 },
    },
    competidores: {
      salsa: Object.fromEntries(PAREJAS.map(entryOf(CATEGORIA))),
      bachata: Object.fromEntries(PAREJAS.map(entryOf('Bachata'))),
    },
    adminMinutoAMinuto: { dia: 'jueves', selectedRow: 0, activarReloj: true, minutosPorCompetidor: 5 },
  })
  await act(admin, 'POST', '/api/dias/jueves/cierre')
  // In the time of the event, which is 6 hours behind.
  const inicio = new Date(Date.now() - 6 * 3_600_000 + 20 * 60_000).toISOString().slice(0, 16)
  await act(admin, 'PUT', '/api/programas/jueves', { inicio, montaje: 0, jueceo: 0 })
  await act(admin, 'PUT', '/api/programas/jueves/publicacion')
  for (const selectedRow of [1, 2]) await setTurno(admin, selectedRow)
}

const boxOf = async (one: Locator) => {
  const { x, y, width, height } = (await one.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
  return { x, y, right: x + width, bottom: y + height, height, middle: y + height / 2 }
}
const elena = (page: Page) => page.getByRole('row').filter({ hasText: `4 ${ELENA}` })

test('rows, followed names and what stays at the top leave room on phones', async ({ visitor, admin, seed }) => {
  await aDayAhead(seed, admin)
  await visitor.goto('/#/horario')
  await visitor.evaluate(() => localStorage.setItem('sigo', '["s4","s5","b6"]'))
  for (const width of ANCHOS) {
    await visitor.setViewportSize({ width, height: 640 })
    await visitor.reload()
    const followed = visitor.getByRole('region', { name: 'Sigo' }).getByRole('listitem')
    await expect(followed).toHaveCount(3)
    await expect(elena(visitor)).toContainText('puede ser antes')
    await expect(visitor.getByRole('row').filter({ hasText: 'Compitiendo' }).locator('s')).toBeVisible()
    const heightsOf = (rows: Locator) => rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    const rows = await heightsOf(visitor.getByRole('row').filter({ has: visitor.getByRole('button') }))
    expect(rows.length, `${width}`).toBe(2 * PAREJAS.length)
    expect(Math.max(...rows), `rows at ${width}`).toBeLessThanOrEqual(96)
    if (width >= 360) {
      expect(Math.max(...(await heightsOf(followed))), `followed at ${width}`).toBeLessThanOrEqual(72)
    }
    const [name, company, star, state] = await Promise.all([
      boxOf(elena(visitor).getByText(`4 ${ELENA}`)),
      boxOf(elena(visitor).getByText('Compañía Azúcar Negra')),
      boxOf(elena(visitor).getByRole('button', { name: `Dejar de seguir a ${ELENA}` })),
      boxOf(elena(visitor).getByText('Espera')),
    ])
    expect(state.y, `state at ${width}`).toBeGreaterThanOrEqual(company.bottom - 1)
    expect(star.x, `star at ${width}`).toBeGreaterThan(name.x)
    expect(star.middle, `star at ${width}`).toBeLessThan(name.bottom)
    expect(await scrolledSideways(visitor)).toBe(0)

    await visitor.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const card = visitor.getByRole('region', { name: 'En vivo' })
    await expect(card).toBeInViewport({ ratio: 1 })
    await expect(card).toContainText('N.º 2')
    expect((await boxOf(card)).bottom, `covered at ${width}`).toBeLessThanOrEqual(640 / 4)
  }
})

test('on a phone the search stands under the header, with the first result above the keyboard', async ({
  visitor,
  admin,
  seed,
}) => {
  await aDayAhead(seed, admin)
  await visitor.setViewportSize({ width: 360, height: 640 })
  await visitor.goto('/#/horario')
  const search = visitor.getByRole('searchbox', { name: 'Buscar competidor...' })
  const star = visitor.getByRole('button', { name: 'Seguir a Maximiliano Ordóñez y Sebastián Ñíguez' }).first()
  await search.click()
  await visitor.setViewportSize({ width: 360, height: 370 })
  for (const texto of ['maximiliano', '']) {
    await search.fill(texto)
    const [header, field, card] = await Promise.all(
      [visitor.getByRole('banner'), search, visitor.getByRole('region', { name: 'En vivo' })].map(boxOf),
    )
    expect(field?.y ?? 0).toBeGreaterThanOrEqual(header?.bottom ?? NaN)
    expect((field?.y ?? NaN) - (header?.bottom ?? NaN)).toBeLessThanOrEqual(16)
    expect(card?.height).toBeLessThanOrEqual(48)
    expect(card?.y ?? 0).toBeGreaterThanOrEqual(field?.bottom ?? NaN)
    if (texto === '') continue
    const first = visitor.getByRole('row').filter({ hasText: 'Maximiliano' }).first()
    await expect(first).toBeInViewport({ ratio: 1 })
    expect((await boxOf(first)).y).toBeGreaterThanOrEqual(card?.bottom ?? NaN)
  }
  // The star that is pressed stays where it is while the search loses the focus.
  await search.fill('maximiliano')
  const before = await boxOf(star)
  await star.click()
  const followed = visitor.getByRole('button', { name: 'Dejar de seguir a Maximiliano Ordóñez y Sebastián Ñíguez' })
  await expect(followed).toHaveCount(1)
  await expect.poll(async () => Math.abs((await boxOf(followed)).y - before.y)).toBeLessThan(3)
})

test('losing and regaining the signal moves nothing on the screen of a judge', async ({ visitor, admin, seed }) => {
  await calificando(admin, visitor, seed)
  await key(visitor, '8').click()
  await key(visitor, '.5').click()
  // The bar says all that it has to say of the draft.
  const bar = visitor.getByRole('status').filter({ hasText: 'Guardado en este dispositivo' })
  await expect(bar).toContainText(/Faltan? \d+ criterio/)
  const places = () =>
    visitor.evaluate(() =>
      [...document.querySelectorAll('main *, header button')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return [x, y, width, height].join(' ')
      }),
    )
  const lost = visitor.getByText(/^Sin conexión/)
  for (const viewport of [
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
  ]) {
    await visitor.setViewportSize(viewport)
    await visitor.reload()
    await expect(bar).toBeVisible()
    await expect(visitor.getByText('En vivo', { exact: true })).toBeAttached()
    await visitor.evaluate(() => {
      Object.assign(window, { moved: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { moved: Reflect.get(window, 'moved') + Reflect.get(entry, 'value') })
      }).observe({ type: 'layout-shift', buffered: false })
    })
    const before = await places()
    for (let change = 0; change < 10; change += 1) {
      await visitor.context().setOffline(true)
      await visitor.evaluate(() => window.dispatchEvent(new Event('offline')))
      await expect(lost).toBeInViewport({ ratio: 1 })
      expect(await places()).toEqual(before)
      await visitor.context().setOffline(false)
      await visitor.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(lost).toHaveCount(0)
      expect(await places()).toEqual(before)
    }
    expect(await visitor.evaluate(() => Reflect.get(window, 'moved'))).toBe(0)
  }
})

test('the buttons of the home page are on the first screen of a phone', async ({ visitor, seed }) => {
  const ajustes = { dia: 'jueves', selectedRow: 1, activarReloj: true, mostrarCalificaciones: true }
  await seed.dias({ jueves: { Salsa: ['Ana', 'Bea'] } }, { adminMinutoAMinuto: ajustes })
  for (const [width, height, last] of [
    [360, 640, 'Ver Calificaciones'],
    [390, 844, 'Inscríbete'],
    [640, 360, 'Ver Calificaciones'],
  ] as const) {
    await visitor.setViewportSize({ width, height })
    await visitor.goto('/#/')
    for (const name of ['Minuto a Minuto', last])
      await expect(visitor.getByRole('link', { name }), `${name} at ${width}`).toBeInViewport({ ratio: 1 })
    expect(await scrolledSideways(visitor)).toBe(0)
  }
})

test('in the results of a phone the title has the whole width below its state, and the star is beside the name', async ({
  visitor,
  seed,
}) => {
  await seed.dias({ jueves: { [CATEGORIA]: PAREJAS } }, { adminMinutoAMinuto: { mostrarCalificaciones: true } })
  await visitor.setViewportSize({ width: 360, height: 640 })
  await visitor.goto('/#/calificaciones')
  const title = await boxOf(visitor.getByRole('heading', { name: CATEGORIA }))
  expect(title.right - title.x).toBeGreaterThan(280)
  // The state stands above the title, inside its card.
  const state = await boxOf(visitor.locator('.ranking-estados').getByText('Sin calificar'))
  expect(state.bottom).toBeLessThan(title.y + 4)
  const [name, star] = await Promise.all([
    boxOf(visitor.getByText(ELENA, { exact: true })),
    boxOf(visitor.getByRole('button', { name: `Seguir a ${ELENA}` })),
  ])
  expect(star.x).toBeGreaterThan(name.x)
  expect(star.middle).toBeGreaterThan(name.y)
  expect(star.middle).toBeLessThan(name.bottom)
})
