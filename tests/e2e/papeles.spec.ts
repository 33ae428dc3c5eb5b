import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectSound } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { act, addJuez } from './jueces.ts'

/** Opens a paper as its link does, in a tab of its own, with the browser's print counted. */
async function open(page: Page, label: string): Promise<Page> {
  await page.context().addInitScript(() => {
    Reflect.set(globalThis, 'prints', 0)
    globalThis.print = () => Reflect.set(globalThis, 'prints', Reflect.get(globalThis, 'prints') + 1)
  })
  const [paper] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: label }).click(),
  ])
  await expect.poll(() => paper.evaluate(() => Reflect.get(globalThis, 'prints'))).toBe(1)
  return paper
}

test('the order of the day and of each company print themselves once, without menu', async ({ admin, seed }) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Eva'], Bachata: ['Luz'] }, viernes: { Casino: ['Paz'] } })
  await admin.goto('/#/competidores')
  const paper = await open(admin, 'Imprimir orden')
  await expect(paper.getByRole('banner')).toHaveCount(0)
  await expect(paper.getByRole('contentinfo')).toHaveCount(0)
  await expect(paper.getByRole('heading', { name: 'Orden del día, Jueves' })).toBeVisible()
  await expect(paper.getByText(/Impreso: \d{4}-\d\d-\d\d \d\d:\d\d$/)).toBeVisible()
  const rows = paper.locator('tbody tr')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(2)).toContainText('32 - BachataLuz')
  await expectSound(paper, 'order')

  await act(admin, 'PUT', '/api/inscripciones/jueves-1-2', { compania: 'Academia Ritmo' })
  await act(admin, 'PUT', '/api/programas/jueves', { inicio: '2026-12-03T18:00', montaje: 30, jueceo: 30 })
  const companies = await open(admin, 'Imprimir por compañía')
  await expect(companies.getByRole('banner')).toHaveCount(0)
  await expect(companies.getByText(/Impreso: \d{4}-\d\d-\d\d \d\d:\d\d$/)).toHaveCount(2)
  await expect(companies.getByText('Orden por compañía, Jueves').first()).toBeAttached()
  await expect(companies.getByRole('table').nth(0)).toContainText('Academia Ritmo')
  await expect(companies.locator('tbody tr')).toHaveText([
    /^2\s*18:05\s*Eva\s*1 - Salsa$/,
    /^1\s*18:00\s*Ana/,
    /^3\s*18:10\s*Luz\s*2 - Bachata$/,
  ])
  await expectSound(companies, 'companies')
})

test('a category has a blank sheet for each of its judges, with a column for each criterion', async ({
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Eva'], Vacía: [] } })
  await admin.goto('/#/competidores')
  const blank = await open(admin, 'Imprimir hojas de juez')
  await expect(blank.getByText('Juez:')).toHaveCount(1)
  await expect(blank.getByRole('columnheader')).toHaveText([
    'N.º',
    'Competidor',
    'Tiempo',
    'Técnica de género',
    'Coreografía',
    'Proyección escénica',
    'Presentación visual',
    'Dificultad',
    'Total',
  ])
  await blank.close()
  await addJuez(admin, 'Amparo')
  await addJuez(admin, 'Bruno')
  const sheets = await open(admin, 'Imprimir hojas de juez')
  await expect(sheets.getByText(/^Juez: (Amparo|Bruno)$/)).toHaveCount(2)
  await expect(sheets.getByText('Firma:')).toHaveCount(2)
  await expectSound(sheets, 'sheets')
})

const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined

test('the line to sign stands on a page with head and entry, whatever the sheet', async ({ admin, seed }, testInfo) => {
  test.skip(!hasPdftotext, 'No se encontró pdftotext. Para incluirla: apt-get install -y poppler-utils')
  const sizes = Array.from({ length: 40 }, (_one, index) => index + 1)
  const parejas = (count: number) => Array.from({ length: count }, (_one, index) => `Pareja ${index + 1}`)
  await seed.dias({ jueves: Object.fromEntries(sizes.map((size) => [`Salsa de ${size}`, parejas(size)])) })
  await admin.goto('/#/competidores')
  const sheets = await open(admin, 'Imprimir hojas de juez')
  for (const format of ['Letter', 'A4'] as const) {
    const path = testInfo.outputPath(`hojas-${format}.pdf`)
    writeFileSync(path, await sheets.pdf({ format, preferCSSPageSize: true }))
    const pages = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1)
    const signed = pages.filter((page) => page.includes('Firma:'))
    expect(signed, format).toHaveLength(sizes.length)
    for (const page of pages) {
      expect(page).toMatch(/Hojas de juez, Jueves/)
      expect(page).toMatch(/Juez:/)
      expect(page).toMatch(/Pareja \d/)
    }
  }
})
