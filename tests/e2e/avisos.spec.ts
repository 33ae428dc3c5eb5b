import { expect, test } from './fixtures.ts'

test('a page has one status element, and announces a message once, also beside a dialog', async ({ admin, seed }) => {
  await seed.dias({ jueves: { Salsa: ['Ana'] } })
  await admin.addInitScript(() => {
    let times = 0
    const isMessage = (node: Node): boolean => node.textContent?.includes('Cupo guardado.') ?? false
    new MutationObserver((records) => {
      for (const { addedNodes } of records) times += [...addedNodes].filter(isMessage).length
    }).observe(document, { subtree: true, childList: true })
    Reflect.set(window, 'times', () => times)
  })
  await admin.goto('/#/categorias')
  await expect(admin.getByLabel('Cupo de Salsa')).toBeVisible()
  await expect(admin.getByRole('status')).toHaveCount(0)
  await admin.getByLabel('Cupo de Salsa').fill('9')
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('status')).toHaveText('Cupo guardado.')
  await admin.getByRole('button', { name: 'Menú' }).click()
  await expect(admin.getByRole('dialog')).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(admin.getByRole('dialog')).toBeHidden()
  expect(await admin.evaluate('times()')).toBe(1)
})
