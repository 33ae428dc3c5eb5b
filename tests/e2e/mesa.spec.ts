import type { Locator, Page } from '@playwright/test'
import { expect, test, type Seed } from './fixtures.ts'
import { act, addJuez, addJuezConToken, sendMarca, type JuezConToken } from './jueces.ts'

const PAREJAS = [
  'Elena Villaseñor y Santiago Domínguez',
  'Ana Lucía Hernández y Juan Pablo Villaseñor',
  'Ximena Robles',
  'María Fernanda Ordóñez y Luis Ángel Quiñones',
  'Compañía Azúcar Negra',
  'Íñigo Cárdenas y Paola Vázquez',
]
const CATEGORIAS = ['Salsa On1 Amateur Parejas', 'Salsa On2 Profesional Parejas', 'Salsa Femenil', 'Salsa Varonil']
/** Every name once: 48 entries. */
const nombreOf = (at: number) => `${PAREJAS[at % PAREJAS.length]} ${Math.floor(at / PAREJAS.length) + 1}`
const NOMBRES = Array.from({ length: 48 }, (_, at) => nombreOf(at))
const JUEVES = Object.fromEntries(
  CATEGORIAS.map((nombre, at) => [nombre, NOMBRES.slice(at * 12, at * 12 + 12)] as const),
)
/** The entry at a position from 1, as the seed names it. */
const idOf = (at: number) => `jueves-${Math.ceil(at / 12)}-${((at - 1) % 12) + 1}`

/** A day of 48 entries with numbers, a published programme that began an hour ago and four judges, of whom two send marks. */
async function aFullDay(admin: Page, seed: Seed): Promise<[JuezConToken, ...JuezConToken[]]> {
  const reloj = { dia: 'jueves', activarReloj: true, minutosPorCompetidor: 5 }
  await seed.dias({ jueves: JUEVES }, { adminMinutoAMinuto: reloj })
  await addJuez(admin, 'Juez Bruno Ávila')
  await addJuez(admin, 'Celia')
  const amparo = await addJuezConToken(admin, 'Amparo')
  const luz = await addJuezConToken(admin, 'Luz')
  await act(admin, 'POST', '/api/dias/jueves/cierre')
  const inicio = new Date(Date.now() - 7 * 3_600_000).toISOString().slice(0, 16)
  await act(admin, 'PUT', '/api/programas/jueves', { inicio, montaje: 0, jueceo: 0 })
  await act(admin, 'PUT', '/api/programas/jueves/publicacion')
  return [amparo, luz]
}

const current = (admin: Page): Locator => admin.locator('[aria-current="true"]')

/** Notes what moves on the page from now on, also right after a press. */
async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        for (const { node, previousRect: a, currentRect: b } of Reflect.get(entry, 'sources'))
          // A dialog that is open stands above the desk.
          if (!(node?.parentElement ?? node)?.closest('dialog'))
            shifts.push(`${node?.className || node?.textContent || node?.nodeName}: ${a.x},${a.y} to ${b.x},${b.y}`)
      }
    }).observe({ type: 'layout-shift' })
  })
}
const shiftsOf = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'shifts'))

const heightsOf = (rows: Locator): Promise<number[]> =>
  rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))

test('on a laptop a row of the desk has two lines, the list opens at the turn and follows it, and forty presses move nothing', async ({
  admin,
  seed,
}) => {
  const jueces = await aFullDay(admin, seed)
  const [amparo] = jueces
  for (const juez of jueces) await sendMarca(admin, juez, idOf(1), '7')
  await act(admin, 'PUT', '/api/turno', { selectedRow: 5 })
  await admin.goto('/#/competidores')
  await expect(current(admin)).toBeInViewport({ ratio: 1 })
  await expect(admin.getByRole('heading', { name: /^1 - Salsa On1/ })).toBeInViewport({ ratio: 1 })
  expect(Math.max(...(await heightsOf(admin.locator('[data-competidor]'))))).toBeLessThanOrEqual(56)

  const next = admin.getByRole('button', { name: 'Siguiente turno' })
  const dialog = admin.getByRole('dialog')
  await next.focus()
  await watchShifts(admin)
  for (let at = 6; at <= 45; at += 1) {
    await admin.keyboard.press('PageDown')
    await expect(current(admin)).toContainText(nombreOf(at - 1))
    if (at % 5 === 0) {
      await sendMarca(admin, amparo, idOf(at), `${at / 5}`)
      await expect(current(admin)).toContainText(`Amparo (${(at / 5) * 6}.00)`)
      await expect(current(admin), `turn ${at}`).toBeInViewport({ ratio: 1 })
    }
    if (at === 12) {
      await admin.getByRole('region', { name: 'En vivo' }).getByRole('button', { name: 'Repetir' }).click()
      await dialog.getByLabel('Motivo').fill('Se fue la música')
      await dialog.getByRole('button', { name: 'Repetir' }).click()
      await expect(admin.getByText('Se repite. Después sigue').first()).toBeVisible()
      await next.focus()
    }
    if (at === 20) {
      await admin.getByRole('button', { name: 'Pausar' }).click()
      await dialog.getByRole('button', { name: 'Pausar' }).click()
      await expect(admin.getByLabel('Seguimos a las')).toBeVisible()
      await next.focus()
    }
  }
  expect(await shiftsOf(admin)).toEqual([])
  expect(await heightsOf(current(admin))).toEqual(await heightsOf(admin.locator('[data-competidor]').first()))
})

test('on a laptop a toast covers nothing of the desk, the acts of a category have one line, and the form keeps its button', async ({
  admin,
  seed,
}) => {
  await aFullDay(admin, seed)
  await act(admin, 'PUT', '/api/turno', { selectedRow: 4 })
  await admin.goto('/#/competidores')
  await expect(admin.getByRole('complementary')).toContainText('Jueces del N.º 4')
  const boxOf = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().toJSON())
  const acts = admin.getByRole('region', { name: /^1 - Salsa On1/ }).getByRole('button', { name: /Parejas$/ })
  const tops = await acts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops.length).toBeGreaterThan(3)
  expect(new Set(tops).size).toBe(1)

  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  const toast = await boxOf(admin.getByText(`N.º 5: ${nombreOf(4)}`))
  const list = await boxOf(admin.getByRole('region', { name: /^1 - Salsa On1/ }))
  const aside = await boxOf(admin.getByRole('complementary'))
  expect(toast.x).toBeGreaterThan(list.x + list.width)
  expect(toast.y).toBeGreaterThan(aside.y + aside.height)

  await admin.getByRole('button', { name: `Editar ${nombreOf(2)}` }).click()
  const save = admin.getByRole('button', { name: 'Actualizar' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await admin.getByLabel('Nombre del competidor').fill('')
  await save.click()
  await expect(admin.getByText('Por favor completa todos los campos.')).toBeVisible()
  await expect(save).toBeInViewport({ ratio: 1 })
})
