import { activateDia, expect, test } from './fixtures.ts'
import { signedIn, typeInto, URSULA } from './people.ts'

test('a page has one status element, and only while it shows a message', async ({ visitor, admin, seed }) => {
  await seed.dias({ jueves: { Salsa: ['Ana'] } })
  await visitor.goto('/#/registro')
  await expect(visitor.getByLabel('País').getByRole('option', { name: 'México' })).toBeAttached()
  await expect(visitor.getByRole('status')).toHaveCount(0)
  await typeInto(visitor, URSULA)
  await visitor.getByRole('button', { name: 'Registrarse' }).click()
  await expect(visitor.getByRole('status')).toContainText('Registro exitoso')

  await admin.goto('/#/categorias')
  await admin.getByLabel('Cupo de Salsa').fill('9')
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('status')).toHaveText('Cupo guardado.')
})

test('a message is announced once, also when a dialog opens and closes meanwhile', async ({ admin, seed }) => {
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
  await admin.getByLabel('Cupo de Salsa').fill('9')
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('status')).toHaveText('Cupo guardado.')
  await admin.getByRole('button', { name: 'Menú' }).click()
  await expect(admin.getByRole('dialog')).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(admin.getByRole('dialog')).toBeHidden()
  expect(await admin.evaluate('times()')).toBe(1)
})

test('the faults of a new password are shown in order, one sentence at a time', async ({ visitor }) => {
  const page = await signedIn(visitor, '/cambiarPassword')
  const nueva = page.getByLabel('Nueva contraseña')
  const repetida = page.getByLabel('Confirmar contraseña')
  const refused = async (message: string): Promise<void> => {
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await expect(page.getByRole('alert')).toHaveText(message)
  }

  await refused('Ambos campos son obligatorios.')
  await repetida.fill('otra')
  await refused('Ambos campos son obligatorios.')
  await nueva.fill('corta')
  await refused('La contraseña debe tener al menos 8 caracteres.')
  await repetida.fill('')
  await refused('Ambos campos son obligatorios.')
  await nueva.fill('una-nueva-larga')
  await refused('Ambos campos son obligatorios.')
  await repetida.fill('otra-distinta')
  await refused('Las contraseñas no coinciden.')
})

test('the days are a radio group, and the desk has one button for each of its acts', async ({ admin, seed }) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Bea'] }, viernes: { Casino: [] } })
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(admin.getByRole('status')).toContainText('Turno 1: Ana')
  await admin.getByRole('button', { name: 'Deshacer' }).click()
  await expect(admin.locator('[aria-current="true"]')).toHaveCount(0)

  await activateDia(admin, 'Viernes')
  await expect(admin.getByRole('region', { name: '1 - Casino (0)' })).toContainText('Sin competidores.')
  await expect(admin.getByLabel('Día', { exact: true })).toBeVisible()
})

test('the failure of a turn is shown until the turn has moved', async ({ admin, seed }) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Bea'] } })
  await admin.goto('/#/competidores')
  await admin.route('**/api/turno/**', (route) =>
    route.fulfill({ status: 500, json: { code: 'server.fault', message: 'El servidor tuvo una falla.' } }),
  )
  const fault = admin.getByRole('alert').filter({ hasText: 'Error al actualizar el turno: El servidor' })
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(fault).toBeVisible()
  await admin.unrouteAll()
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(admin.getByRole('status')).toContainText('Turno 1: Ana')
  await expect(fault).toHaveCount(0)
})
