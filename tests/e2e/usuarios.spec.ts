import { expect, test } from './fixtures.ts'
import { act, readView } from './jueces.ts'
import { enter, register, signedIn, URSULA } from './people.ts'
import { confirm, press, SOON } from './segundo.ts'

test('a disabled or deleted user is signed out at once and stays out, as all desks show', async ({
  admin,
  another,
  visitor,
}) => {
  await admin.goto('/#/usuarios')
  await expect(admin.getByText('No hay usuarios registrados.')).toBeVisible()
  await signedIn(visitor, '/perfil')
  const card = admin.getByRole('article', { name: 'Úrsula Núñez' })
  await expect(card.getByRole('heading', { name: 'Úrsula Núñez' })).toBeVisible()
  for (const text of ['Úrsula', 'Apellido', 'Núñez', 'Email', 'ursula@ejemplo.mx', 'País', 'México', 'Cuenta activa']) {
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  }
  const other = await another('admin')
  await other.goto('/#/usuarios')
  const shown = other.getByRole('article', { name: 'Úrsula Núñez' })
  await expect(shown.getByText('Cuenta activa', { exact: true })).toBeVisible()
  const shownOut = async () => {
    await expect(visitor.getByRole('alert').filter({ hasText: 'Tu sesión terminó.' })).toBeVisible(SOON)
    await expect(visitor).toHaveURL(/#\/$/)
  }
  await press(admin, 'Desactivar Úrsula Núñez')
  await Promise.all([shownOut(), expect(shown.getByText('Cuenta desactivada', { exact: true })).toBeVisible(SOON)])
  expect(await enter(visitor, URSULA)).toBe(403)
  await press(admin, /^Activar Úrsula Núñez/)
  await expect(shown.getByText('Cuenta activa', { exact: true })).toBeVisible(SOON)
  expect(await enter(visitor, URSULA)).toBe(200)
  // The sign-in did not use the screen, so the page has to be reloaded.
  await visitor.reload()
  await visitor.goto('/#/perfil')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()

  await card.getByRole('button', { name: 'Eliminar Úrsula Núñez' }).click()
  const question = admin.getByRole('alertdialog', { name: '¿Seguro que deseas eliminar este usuario?' })
  await expect(question).toContainText('Sus competidores se conservan')
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await admin.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(card).toBeVisible()

  await confirm(admin, 'Eliminar Úrsula Núñez')
  await Promise.all([shownOut(), expect(shown).toHaveCount(0, SOON)])
  await expect(card).toBeHidden()
  expect(await enter(visitor, URSULA)).toBe(401)
  await expect(admin.getByText('No hay usuarios registrados.')).toBeVisible()
})

test('users are found by name or e-mail, and a new user appears in the list', async ({ admin, visitor }) => {
  await register(visitor)
  await register(visitor, { nombre: 'Ana', apellido: 'Paz', email: 'ana@example.com' })
  await admin.goto('/#/usuarios')
  const articles = admin.getByRole('article')
  await expect(articles).toHaveCount(2)
  await expect(admin.getByText('Total de usuarios: 2')).toBeVisible()
  const search = admin.getByLabel('Buscar por nombre o correo')
  await search.fill('nunez')
  await expect(articles).toHaveCount(1)
  await expect(admin.getByText('1 de 2 usuarios')).toBeVisible()
  await search.fill('ANA@ex')
  await expect(articles.getByRole('heading')).toHaveText(['Ana Paz'])
  await search.fill('nadie')
  await expect(admin.getByText('Nadie se llama así.')).toBeVisible()
  await search.fill('')
  await register(visitor, { nombre: 'Bea', apellido: 'Ríos', email: 'bea@example.com' })
  await expect(articles.getByRole('heading')).toHaveText(['Ana Paz', 'Bea Ríos', 'Úrsula Núñez'])
})

test('a link of the administrator sets a new password once, and not on a disabled account', async ({
  admin,
  visitor,
  another,
}) => {
  await register(visitor)
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await admin.goto('/#/usuarios')
  await admin.getByRole('button', { name: 'Crear enlace de acceso para Úrsula Núñez' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Enlace de acceso para Úrsula Núñez' })
  await expect(dialog).toContainText(/una sola vez, hasta el \d+ de \w+( de \d{4})? a las? \d\d:\d\d\./)
  await dialog.getByRole('button', { name: 'Copiar' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Enlace copiado.')
  const link = await admin.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/^http:\/\/localhost:\d+\/#\/restablecer\/[\w-]{20,}$/)
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(dialog).toBeHidden()

  await press(admin, 'Desactivar Úrsula Núñez')
  await admin.getByRole('button', { name: 'Crear enlace de acceso para Úrsula Núñez' }).click()
  await expect(admin.getByRole('alert')).toContainText('No se creó el enlace. Esa cuenta está desactivada')
  const user = await another('visitante')
  await user.goto(link)
  await expect(user.getByRole('alert')).toContainText(
    'Por ahora no puedes usar este enlaceEsta cuenta está desactivada. Escribe a la organización.',
  )
  await press(admin, /^Activar Úrsula Núñez/)
  await user.reload()
  await user.getByLabel('Contraseña', { exact: true }).fill('recien-puesta')
  await user.getByLabel('Confirmar contraseña').fill('recien-puesta')
  await user.getByRole('button', { name: 'Guardar' }).click()
  await user.getByRole('link', { name: 'Acceder' }).click()
  expect(await enter(user, { ...URSULA, password: 'recien-puesta' })).toBe(200)
  await user.goto(link)
  await user.reload()
  await expect(user.getByRole('alert')).toContainText('Este enlace no sirve')
})

test('a link that is shown once stays when its user is deleted, and disappears with the session of the administrator', async ({
  admin,
  visitor,
}) => {
  await register(visitor)
  await admin.goto('/#/usuarios')
  await admin.getByRole('button', { name: 'Crear enlace de acceso para Úrsula Núñez' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Enlace de acceso para Úrsula Núñez' })
  const link = await dialog.getByLabel('Enlace').inputValue()
  const [usuario] = (await readView(admin, 'usuarios')) as { uid: string }[]
  await act(admin, 'DELETE', `/api/usuarios/${usuario?.uid}`)
  await expect(admin.getByText('No hay usuarios registrados.')).toBeAttached()
  await expect(dialog.getByLabel('Enlace')).toHaveValue(link)

  await act(admin, 'DELETE', '/api/sesion')
  await expect(admin).toHaveURL(/#\/$/)
  await expect(dialog).toBeHidden()
})
