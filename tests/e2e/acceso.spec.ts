import { ADMIN, enterAsAdmin, expect, test } from './fixtures.ts'

test('the organiser signs in by hand, stays in over a reload, and goes out everywhere at once', async ({
  visitor,
  another,
}) => {
  await visitor.goto('/#/acceder')
  await visitor.getByLabel('Correo electrónico').fill(ADMIN.email)
  await visitor.getByLabel('Contraseña', { exact: true }).fill('equivocada')
  await visitor.getByRole('button', { name: 'Acceder' }).click()
  await expect(visitor.getByRole('alert')).toContainText('Correo o contraseña incorrectos.')
  await expect(visitor.getByLabel('Correo electrónico')).toHaveValue(ADMIN.email)

  await visitor.getByLabel('Contraseña', { exact: true }).fill(ADMIN.password)
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL(/#\/admin$/)
  await expect(visitor.getByRole('main')).toContainText(ADMIN.email)
  await visitor.reload()
  await expect(visitor.getByRole('main')).toContainText(ADMIN.email)

  const other = await another('admin')
  await other.goto('/#/control')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Control de Reloj')
  await visitor.getByRole('button', { name: 'Cerrar todas las sesiones' }).click()
  await expect(other).toHaveURL(/#\/$/)
  await expect(visitor).toHaveURL(/#\/(acceder)?$/)

  // Why the page left stays said until somebody has come in again.
  const ended = other.getByRole('alert').filter({ hasText: 'Tu sesión terminó.' })
  await expect(ended).toBeVisible()
  await other.goto('/#/acceder')
  await other.getByLabel('Correo electrónico').fill(ADMIN.email)
  await other.getByLabel('Contraseña', { exact: true }).fill(ADMIN.password)
  await expect(ended).toBeVisible()
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL(/#\/admin$/)
  await expect(ended).toHaveCount(0)
})

test('a sign-in waits for no live view: none of this page can show it', async ({ visitor }) => {
  await visitor.clock.install()
  await visitor.goto('/#/acceder')
  await visitor.getByLabel('Correo electrónico').fill(ADMIN.email)
  await visitor.getByLabel('Contraseña', { exact: true }).fill(ADMIN.password)
  await expect(visitor.getByRole('banner')).toContainText('En vivo')
  // From here on no timer of the page fires.
  await visitor.clock.pauseAt(await visitor.evaluate(() => Date.now() + 1_000))
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL(/#\/admin$/)
})

test('a session that ended is told also when the file with the exact sentences does not load', async ({
  visitor,
  another,
}) => {
  await enterAsAdmin(visitor)
  await visitor.goto('/#/admin')
  const other = await another('admin')
  await other.goto('/#/control')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Control de Reloj')
  await other.route('**/assets/replaced-*', (route) => route.abort())
  await visitor.getByRole('button', { name: 'Cerrar todas las sesiones' }).click()
  await expect(other.getByRole('alert')).toHaveText(/^Tu sesión terminó\. Entra otra vez\./)
})

test('a sign-in that the network does not carry says no more than that', async ({ visitor }) => {
  await visitor.goto('/#/acceder')
  await visitor.route('**/api/sesion', (route) => route.abort())
  await visitor.getByLabel('Correo electrónico').fill(ADMIN.email)
  await visitor.getByLabel('Contraseña', { exact: true }).fill(ADMIN.password)
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('alert')).toHaveText(
    'No se pudo conectar con el servidor. Revisa tu conexión y vuelve a intentarlo.',
  )
})

test('a setup link that was used says where the next one comes from', async ({ visitor }) => {
  await visitor.goto('/#/configurar/un-enlace-que-ya-se-uso-una-vez')
  await expect(visitor.getByText('Este enlace no sirve')).toBeVisible()
  await expect(visitor.getByText('reinicia el servidor y te dará uno nuevo')).toBeVisible()
  await visitor.getByRole('main').getByRole('link', { name: 'Acceder' }).click()
  await expect(visitor).toHaveURL(/#\/acceder$/)
})

test('an address without access shows home, and so does an unknown address', async ({ visitor }) => {
  for (const path of ['/admin', '/control', '/competidores', '/categorias', '/nada/de/nada']) {
    await visitor.goto(`/#${path}`)
    await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
    await expect(visitor).toHaveURL(/#\/$/)
  }
})

test('the menu goes with the page that it lay over, and stays away', async ({ visitor }) => {
  await visitor.goto('/#/')
  await visitor.getByRole('link', { name: 'Minuto a Minuto' }).click()
  const menu = visitor.getByRole('navigation', { name: 'Menú principal' })
  await visitor.getByRole('button', { name: 'Menú', exact: true }).click()
  await expect(menu).toBeVisible()
  await visitor.goBack()
  await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
  await expect(menu).toBeHidden()
  await visitor.goForward()
  await expect(visitor.getByRole('heading', { name: 'Minuto a Minuto' })).toBeVisible()
  await expect(menu).toBeHidden()
})

test('the menu opens and closes by keyboard, and closes after each link', async ({ admin }) => {
  await admin.goto('/#/admin')
  const button = admin.getByRole('button', { name: 'Menú', exact: true })
  const menu = admin.getByRole('navigation', { name: 'Menú principal' })
  await button.focus()
  await admin.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await admin.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'Control' }).focus()
  await admin.keyboard.press('Enter')
  await expect(menu).toBeHidden()
  await expect(admin.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(admin).toHaveTitle(/Control de Reloj/)

  await button.click()
  await menu.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(admin.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
})
