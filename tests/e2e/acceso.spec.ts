import type { Page } from '@playwright/test'
import { ADMIN, enterAsAdmin, expect, test } from './fixtures.ts'
import { register, signedIn, URSULA } from './people.ts'

test('the organiser signs in, stays signed in after a reload, and ends all sessions at once', async ({
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

  // The reason of the redirect is shown until the next sign-in.
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

test('the end of a session is shown also when the file with the exact sentences does not load', async ({
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

test('a sign-in that fails in the network shows only that failure', async ({ visitor }) => {
  await visitor.goto('/#/acceder')
  await visitor.route('**/api/sesion', (route) => route.abort())
  await visitor.getByLabel('Correo electrónico').fill(ADMIN.email)
  await visitor.getByLabel('Contraseña', { exact: true }).fill(ADMIN.password)
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('alert')).toHaveText(
    'No se pudo conectar con el servidor. Revisa tu conexión y vuelve a intentarlo.',
  )
})

test('the page of a used setup link says how to get the next one', async ({ visitor }) => {
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

async function signInAs(page: Page, { email, password }: Pick<typeof URSULA, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

const DENIED = 'Esta pantalla no es para tu cuenta.'

test('a guarded screen names itself at home, and opens once the visitor has signed in', async ({ visitor }) => {
  const said = visitor.getByRole('main').getByRole('status')
  await register(visitor)
  for (const [path, name] of [
    ['/editarPerfil', 'Editar usuario'],
    ['/imprimir/orden/s%C3%A1bado', 'Imprimir'],
    ['/competencia', 'Competencia'],
  ]) {
    await visitor.goto(`/#${path}`)
    await expect(said.filter({ hasText: `Inicia sesión para abrir ${name}.` })).toBeVisible()
    await expect(visitor).toHaveURL(/#\/$/)
  }
  // By its own address the sign-in leads to the home of the role.
  await visitor.goto('/#/acceder')
  await signInAs(visitor, URSULA)
  await expect(visitor).toHaveURL(/#\/perfil$/)
  await visitor.context().clearCookies()
  await visitor.reload()
  await visitor.goto('/#/competencia')
  await visitor.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }).click()
  // The way by the registration keeps it.
  await visitor.getByRole('link', { name: 'Crear cuenta' }).click()
  await visitor.getByRole('link', { name: 'Ya tengo cuenta' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Acceder' })).toBeVisible()
  await signInAs(visitor, URSULA)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Inscripción a Competencia')
  await expect(visitor).toHaveURL(/#\/competencia$/)

  // The next sign-in leads to the profile, and a sign-out says nothing.
  await visitor.getByRole('button', { name: 'Menú', exact: true }).click()
  await visitor.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(visitor).toHaveURL(/#\/$/)
  await expect(visitor.getByRole('link', { name: 'Inscríbete' })).toBeVisible()
  await expect(visitor.getByText('Inicia sesión para abrir')).toHaveCount(0)
  await visitor.goto('/#/acceder')
  await signInAs(visitor, URSULA)
  await expect(visitor).toHaveURL(/#\/perfil$/)
})

test('Inscríbete leads a competitor to their entries by way of the account, and an administrator to the panel', async ({
  visitor,
  another,
}) => {
  await register(visitor)
  const byInscribete = async (page: Page, person: typeof ADMIN | typeof URSULA) => {
    await page.goto('/#/')
    await page.getByRole('main').getByRole('link', { name: 'Inscríbete' }).click()
    await page.getByRole('link', { name: 'Ya tengo cuenta' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Acceder' })).toBeVisible()
    await signInAs(page, person)
  }
  await byInscribete(visitor, URSULA)
  await expect(visitor).toHaveURL(/#\/competencia$/)
  const organiser = await another('visitante')
  await byInscribete(organiser, ADMIN)
  await expect(organiser).toHaveURL(/#\/admin$/)
})

test('a person of another role is told at home that the screen is not for their account, until they go on', async ({
  visitor,
}) => {
  await visitor.goto('/#/control')
  await visitor.getByRole('link', { name: 'Iniciar sesión' }).click()
  await register(visitor)
  await signInAs(visitor, URSULA)
  await expect(visitor).toHaveURL(/#\/$/)
  await expect(visitor.getByText(DENIED)).toBeVisible()
  await expect(visitor.getByText('Inicia sesión para abrir')).toHaveCount(0)
  await visitor.getByRole('link', { name: 'Minuto a Minuto' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Minuto a Minuto')
  await visitor.goBack()
  await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
  await expect(visitor.getByText(DENIED)).toHaveCount(0)
  await visitor.goto('/#/jueces')
  await expect(visitor.getByText(DENIED)).toBeVisible()
})

test('no address leads out of the product after a sign-in, and an unknown one says nothing', async ({ visitor }) => {
  await visitor.goto('/#//example.com/admin')
  await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
  await expect(visitor.getByText('Inicia sesión para abrir')).toHaveCount(0)
  await visitor.goto('/#/acceder?volver=//example.com')
  await signInAs(visitor, ADMIN)
  await expect(visitor).toHaveURL(/localhost:\d+\/#\/admin$/)
})

test('nothing is said of a screen while the session is being read', async ({ visitor }) => {
  await signedIn(visitor, '/perfil')
  const held = Promise.withResolvers<void>()
  await visitor.route('**/api/sesion', async (route) => {
    await held.promise
    await route.continue()
  })
  await visitor.goto('/#/')
  await visitor.reload()
  await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Inscríbete' })).toHaveCount(0)
  await visitor.goto('/#/competencia')
  await expect(visitor.getByText('Abriendo...')).toBeVisible()
  await expect(visitor.getByText('Inicia sesión para abrir')).toHaveCount(0)
  held.resolve()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Inscripción a Competencia')
})

test('the menu closes when its page is left, and stays closed', async ({ visitor }) => {
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
