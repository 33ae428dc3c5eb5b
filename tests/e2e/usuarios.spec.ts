import { expect, test } from './fixtures.ts'
import { act, readView } from './jueces.ts'
import { enter, register, signedIn, URSULA } from './people.ts'

const SEED = {
  categorias: { salsa: { nombre: 'Salsa', dia: 'jueves', orden: 1, fechaCreacion: '2025-03-01T15:00:00.000Z' } },
}

test('the page of a user whom the administrator deletes signs out by itself, and the user cannot sign in again', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.tree(SEED)
  await admin.goto('/#/usuarios')
  await expect(admin.getByText('No hay usuarios registrados.')).toBeVisible()
  await signedIn(visitor, '/perfil')
  const card = admin.getByRole('article', { name: 'Úrsula Núñez' })
  await expect(card.getByRole('heading', { name: 'Úrsula Núñez' })).toBeVisible()
  for (const text of ['Úrsula', 'Apellido', 'Núñez', 'Email', 'ursula@ejemplo.mx', 'País', 'México', 'Cuenta activa']) {
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  }

  await card.getByRole('button', { name: 'Eliminar Úrsula Núñez' }).click()
  const question = admin.getByRole('alertdialog', { name: '¿Seguro que deseas eliminar este usuario?' })
  await expect(question).toContainText('Sus competidores se conservan')
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await admin.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(card).toBeVisible()

  await card.getByRole('button', { name: 'Eliminar Úrsula Núñez' }).click()
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(card).toBeHidden()
  await expect(visitor).toHaveURL(/#\/$/)
  await expect(visitor.getByRole('alert')).toContainText('Tu sesión terminó.')
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

test('a user sets a new password with a link of the administrator, once', async ({ admin, visitor, another }) => {
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

  const user = await another('visitante')
  await user.goto(link)
  await user.getByLabel('Contraseña', { exact: true }).fill('recien-puesta')
  await user.getByLabel('Confirmar contraseña').fill('recien-puesta')
  await user.getByRole('button', { name: 'Guardar' }).click()
  await user.getByRole('link', { name: 'Acceder' }).click()
  expect(await enter(user, { ...URSULA, password: 'recien-puesta' })).toBe(200)
  await user.goto(link)
  await user.reload()
  await expect(user.getByRole('alert')).toContainText('Este enlace no sirve')
})

test('a disabled account is reported by an older link and to a person who asks for another link', async ({
  admin,
  visitor,
}) => {
  await register(visitor)
  await admin.goto('/#/usuarios')
  const create = admin.getByRole('button', { name: 'Crear enlace de acceso para Úrsula Núñez' })
  await create.click()
  const link = await admin.getByRole('dialog').getByLabel('Enlace').inputValue()
  await admin.getByRole('button', { name: 'Cerrar' }).click()
  await admin.getByRole('button', { name: 'Desactivar Úrsula Núñez' }).click()
  await expect(admin.getByRole('button', { name: 'Activar Úrsula Núñez', exact: true })).toBeVisible()
  await create.click()
  await expect(admin.getByRole('alert')).toContainText('No se creó el enlace. Esa cuenta está desactivada')

  await visitor.goto(link)
  await expect(visitor.getByRole('alert')).toContainText(
    'Por ahora no puedes usar este enlaceEsta cuenta está desactivada. Escribe a la organización.',
  )
  await admin.getByRole('button', { name: 'Activar Úrsula Núñez', exact: true }).click()
  await expect(admin.getByRole('button', { name: 'Desactivar Úrsula Núñez' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByLabel('Contraseña', { exact: true })).toBeVisible()
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

  const { origin } = new URL(admin.url())
  await admin.request.delete('/api/sesion', { headers: { origin } })
  await expect(admin).toHaveURL(/#\/$/)
  await expect(dialog).toBeHidden()
})
