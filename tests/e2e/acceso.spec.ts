import { hold } from './espera.ts'
import { ADMIN, expect, test } from './fixtures.ts'
import { register, signedIn, signInAs, signOut, URSULA } from './people.ts'
import { press, SOON } from './segundo.ts'

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
  // Also when the file with the exact sentences does not load.
  await other.route('**/assets/replaced-*', (route) => route.abort())
  await press(visitor, 'Cerrar todas las sesiones')
  const ended = other.getByRole('alert').filter({ hasText: /^Tu sesión terminó\. Entra otra vez\./ })
  await expect(ended).toBeVisible(SOON)
  await expect(other).toHaveURL(/#\/$/)
  await expect(visitor).toHaveURL(/#\/(acceder)?$/)

  // The reason of the redirect is shown until the next sign-in.
  await other.goto('/#/acceder')
  await expect(ended).toBeVisible()
  await signInAs(other, ADMIN)
  await expect(other).toHaveURL(/#\/admin$/)
  await expect(ended).toHaveCount(0)
})

test('a sign-in says that the network fails or is slow, and waits for no live view', async ({ visitor }) => {
  await visitor.clock.install()
  await visitor.goto('/#/acceder')
  await expect(visitor.getByRole('banner')).toContainText('En vivo')
  // Without a mail server the page offers no reset by e-mail.
  await expect(visitor.getByText('Pídele a la organización un enlace.')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Olvidé mi contraseña' })).toHaveCount(0)
  await visitor.route('**/api/sesion', (route) => route.abort())
  await signInAs(visitor, ADMIN)
  await expect(visitor.getByRole('alert')).toHaveText(
    'No se pudo conectar con el servidor. Revisa tu conexión y vuelve a intentarlo.',
  )

  await visitor.unroute('**/api/sesion')
  const { release } = await hold(visitor, '**/api/sesion')
  await visitor.clock.pauseAt(await visitor.evaluate(() => Date.now() + 1_000))
  await visitor.keyboard.press('Enter')
  await visitor.clock.runFor(10_000)
  await expect(visitor.getByRole('status')).toHaveText('La respuesta está tardando. Seguimos esperando.')
  // From here on no timer of the page fires.
  release()
  await expect(visitor).toHaveURL(/#\/admin$/)
  await expect(visitor.getByText('La respuesta está tardando')).toHaveCount(0)
})

const DENIED = 'Esta pantalla no es para tu cuenta.'

test('a guarded screen names itself at home, and opens once the visitor has signed in', async ({ visitor }) => {
  const said = visitor.getByRole('main').getByRole('status')
  await register(visitor)
  for (const path of ['/admin', '/competidores', '/categorias', '/usuarios', '/perfil', '/cambiarPassword']) {
    await visitor.goto(`/#${path}`)
    await expect(visitor).toHaveURL(/#\/$/)
  }
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
  await visitor.goto('/#/acceder')
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
  await signOut(visitor)
  await expect(visitor).toHaveURL(/#\/$/)
  await expect(visitor.getByRole('link', { name: 'Inscríbete' })).toBeVisible()
  await expect(visitor.getByText('Inicia sesión para abrir')).toHaveCount(0)
  await visitor.goto('/#/acceder')
  await signInAs(visitor, URSULA)
  await expect(visitor).toHaveURL(/#\/perfil$/)
})

test('Inscríbete leads a competitor to their entries by way of the account, and an administrator to the panel', async ({
  visitor,
}) => {
  await register(visitor)
  const byInscribete = async (person: typeof ADMIN | typeof URSULA) => {
    await visitor.goto('/#/')
    await visitor.getByRole('main').getByRole('link', { name: 'Inscríbete' }).click()
    await visitor.getByRole('link', { name: 'Ya tengo cuenta' }).click()
    await expect(visitor.getByRole('heading', { level: 1, name: 'Acceder' })).toBeVisible()
    await signInAs(visitor, person)
  }
  await byInscribete(URSULA)
  await expect(visitor).toHaveURL(/#\/competencia$/)
  await signOut(visitor)
  await byInscribete(ADMIN)
  await expect(visitor).toHaveURL(/#\/admin$/)
  // Nor has an administrator a profile.
  await visitor.goto('/#/perfil')
  await expect(visitor).toHaveURL(/#\/$/)
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

test('a used setup link says how to get the next one, an unknown address nothing, and none leads out of the product', async ({
  visitor,
}) => {
  await visitor.goto('/#/configurar/un-enlace-que-ya-se-uso-una-vez')
  await expect(visitor.getByText('Este enlace no sirve')).toBeVisible()
  await expect(visitor.getByText('reinicia el servidor y te dará uno nuevo')).toBeVisible()
  await visitor.getByRole('main').getByRole('link', { name: 'Acceder' }).click()
  await expect(visitor).toHaveURL(/#\/acceder$/)

  for (const path of ['/nada/de/nada', '//example.com/admin']) {
    await visitor.goto(`/#${path}`)
    await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
    await expect(visitor).toHaveURL(/#\/$/)
    await expect(visitor.getByText('Inicia sesión para abrir')).toHaveCount(0)
  }
  await visitor.goto('/#/acceder?volver=//example.com')
  await signInAs(visitor, ADMIN)
  await expect(visitor).toHaveURL(/localhost:\d+\/#\/admin$/)
})

test('nothing is said of a screen while the session is being read', async ({ visitor }) => {
  await signedIn(visitor, '/perfil')
  const { release } = await hold(visitor, '**/api/sesion')
  await visitor.goto('/#/')
  await visitor.reload()
  await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Inscríbete' })).toHaveCount(0)
  await visitor.goto('/#/competencia')
  await expect(visitor.getByText('Abriendo...')).toBeVisible()
  await expect(visitor.getByText('Inicia sesión para abrir')).toHaveCount(0)
  release()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Inscripción a Competencia')
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
