import { expect, test } from './fixtures.ts'

const LARGO = 'Maximiliana Villaseñor-Echeverría y Sebastián Ñíguez Quiñones'
const turno = (selectedRow: number) => ({
  adminMinutoAMinuto: { dia: 'jueves', hora: '2025-04-11T05:50:00.000Z', selectedRow },
})

test('on a phone no message covers the button of the next turn, which says why it is disabled', async ({
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', LARGO] } })
  await admin.setViewportSize({ width: 390, height: 780 })
  await admin.goto('/#/competidores')
  const next = admin.getByRole('button', { name: 'Siguiente turno', exact: true })
  for (const nombre of ['Ana', LARGO]) {
    await next.click()
    await expect(admin.getByRole('status').filter({ hasText: nombre })).toBeVisible()
    expect(await next.evaluate(isOnTop), nombre).toBe(true)
  }
  await next.click()
  await expect(next).toHaveAccessibleDescription('Ya pasaron todos')
  await expect(next).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Turno anterior', exact: true })).toBeEnabled()
})

/** Whether a click in the middle of it is a click on it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test('links of the desk move the focus, which the desk never covers', async ({ admin, seed }) => {
  const many = Array.from({ length: 40 }, (_, index) => `Pareja ${index + 1}`)
  await seed.dias({ jueves: { Salsa: many } }, turno(30))
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Ir al turno 30' }).press('Enter')
  const current = admin.getByRole('button', { name: 'Pareja 30', exact: true })
  await expect(current).toBeFocused()
  await expect(current).toBeInViewport()

  await admin.getByLabel('Buscar categoría...').fill('nada de esto')
  await admin.locator('summary', { hasText: 'Sin música' }).press('Enter')
  await admin
    .getByRole('complementary')
    .getByRole('button', { name: /^Pareja 12 / })
    .press('Enter')
  await expect(admin.getByRole('button', { name: 'Pareja 12', exact: true })).toBeFocused()

  for (const [width, height] of [
    [390, 780],
    [1280, 800],
  ] as const) {
    await admin.setViewportSize({ width, height })
    await admin.getByRole('button', { name: 'Pareja 30', exact: true }).focus()
    for (let step = 0; step < 40; step += 1) {
      await admin.keyboard.press('Shift+Tab')
      const covered = await admin.evaluate(() => {
        const focused = document.activeElement
        const box = focused?.getBoundingClientRect()
        if (!focused || !box) return 'nothing focused'
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        return top?.closest('.desk') && !focused.closest('.desk') ? (focused.ariaLabel ?? focused.textContent) : null
      })
      expect(covered, `at ${width}`).toBeNull()
    }
  }
})
