import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { addJuez, entrarComoJuez } from './jueces.ts'
import { DIA, openFromList } from './tableta.ts'

/** The picture of a control. */
const seen = async (one: Locator): Promise<string> =>
  (await one.screenshot({ animations: 'disabled' })).toString('base64')
/** The colour behind a text. In forced colours the browser gives that of the page, but where the style keeps its own. */
const behind = async (one: Locator): Promise<string> =>
  one.evaluate((element) => getComputedStyle(element).backgroundColor)

test('forced colours show the switches that are on, the chosen day, the entry with the turn and the open criterion', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIA, {
    adminMinutoAMinuto: { dia: 'jueves', selectedRow: 2, mostrarJueves: true, mostrarViernes: false },
  })
  for (const page of [admin, visitor]) await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await admin.goto('/#/control')
  const [on, off] = ['Habilitar Jueves', 'Habilitar Viernes'].map((name) => admin.getByRole('switch', { name }))
  if (!on || !off) throw new Error('No switches.')
  await expect(on).toBeChecked()
  await expect(off).not.toBeChecked()
  expect(await seen(on)).not.toBe(await seen(off))

  await admin.goto('/#/competidores')
  const day = (name: string) =>
    admin.getByRole('radiogroup', { name: 'Día' }).locator('label').filter({ hasText: name })
  expect(await behind(day('Jueves'))).not.toBe(await behind(day('Viernes')))
  const cell = (nombre: string) => admin.getByRole('row').filter({ hasText: nombre }).getByRole('cell').first()
  await expect(admin.locator('[aria-current="true"]')).toContainText('Eva y Hugo')
  expect(await behind(cell('Eva y Hugo'))).not.toBe(await behind(cell('Iris y Noé')))

  await entrarComoJuez(visitor, await addJuez(admin, 'Jacinta'))
  await openFromList(visitor, 'Ana y Luis')
  const criterion = (name: string) => visitor.getByRole('listitem').filter({ hasText: name })
  await visitor.getByRole('spinbutton', { name: 'Musicalidad' }).focus()
  expect(await behind(criterion('Musicalidad'))).not.toBe(await behind(criterion('Dificultad')))
})
