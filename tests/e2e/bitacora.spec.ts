import { readFileSync } from 'node:fs'
import { scrolledSideways } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { act } from './jueces.ts'

test('the organiser reads the newest act first, searches, opens older pages and downloads the found acts', async ({
  admin,
}) => {
  // One more than a page holds.
  for (let n = 1; n <= 51; n += 1) {
    await act(admin, 'POST', '/api/categorias', { nombre: `Ritmo ${n}`, dia: 'jueves' })
  }
  await admin.goto('/#/admin')
  await admin.getByRole('button', { name: 'Menú' }).click()
  await admin.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Bitácora' }).click()

  const table = admin.getByRole('table', { name: 'Bitácora' })
  await expect(table.getByRole('columnheader')).toHaveText(['Cuándo', 'Quién', 'Qué', 'Antes', 'Después'])
  const rows = table.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('OrganizaciónCategoría Ritmo 51: alta')
  await expect(rows.first()).toContainText('Nombre: Ritmo 51; Día: Jueves; Orden: 51')

  await admin.getByRole('button', { name: 'Ver anteriores' }).click()
  await expect(rows.filter({ hasText: 'Ritmo 1: alta' })).toHaveCount(1)
  await expect(admin.getByRole('button', { name: 'Ver anteriores' })).toBeHidden()

  await admin.getByRole('searchbox', { name: 'Buscar en la bitácora' }).fill('categoria RITMO 7')
  await expect(rows).toHaveCount(1)
  const download = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Descargar CSV' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toBe('\uFEFF"Cuándo","Quién","Qué","Antes","Después"')
  expect(lines.slice(1)).toEqual([expect.stringContaining('"Categoría Ritmo 7: alta"')])

  await admin.getByRole('searchbox', { name: 'Buscar en la bitácora' }).fill('nada así')
  await expect(admin.getByText('Ningún acto coincide.')).toBeVisible()
  await expect(admin.getByRole('status').filter({ hasText: '0 actos' })).toBeAttached()
})

test('beside a long value no word is broken, and a narrow screen shows a card per act', async ({ admin, seed }) => {
  await seed.dias({ jueves: { [`Salsa ${'ñ'.repeat(60)}`]: ['Ana'] } })
  await admin.setViewportSize({ width: 1024, height: 768 })
  await admin.goto('/#/evento')
  await admin
    .getByLabel('Derechos')
    .fill('Todos los derechos reservados por la organización y sus compañías invitadas. '.repeat(2))
  await admin.getByRole('button', { name: 'Guardar Evento' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Evento' })).toBeVisible()
  await admin.goto('/#/bitacora')
  const cell = admin.getByRole('cell', { name: 'Organización', exact: true }).first()
  const lines = await cell.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
  await admin.setViewportSize({ width: 320, height: 740 })
  await expect(admin.getByRole('row').filter({ hasText: 'Evento completo importado' })).toBeVisible()
  expect(await scrolledSideways(admin)).toBe(0)
})
