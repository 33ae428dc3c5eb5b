import type { Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { hold } from './espera.ts'
import { expect, refused, said, test } from './fixtures.ts'
import { aPhoto, enter, register, typeInto, URSULA } from './people.ts'

const press = (page: Page) => page.getByRole('button', { name: 'Registrarse' }).click()
const photoField = (page: Page) => page.getByLabel('Foto de perfil (opcional)')

test('every field but the photo is required, and a refusal keeps the typed values', async ({ visitor }) => {
  await visitor.goto('/#/registro')
  await press(visitor)
  for (const text of ['Escribe tu nombre.', 'Escribe tu apellido.', 'Elige tu país.', 'Escribe la contraseña.']) {
    await expect(visitor.getByText(text)).toBeVisible()
  }
  await expect(visitor.getByText('Escribe tu correo electrónico.')).toBeVisible()
  await expect(visitor.getByText('Escribe la contraseña otra vez.')).toBeVisible()
  await expect(visitor.getByLabel('Confirmar contraseña')).toHaveAttribute('aria-invalid', 'true')
  await expect(visitor.getByLabel('Nombre', { exact: true })).toBeFocused()

  await typeInto(visitor, { ...URSULA, email: 'ursula@ejemplo', password: 'corta' })
  await visitor.getByLabel('Confirmar contraseña').fill('otra')
  await press(visitor)
  await expect(visitor.getByText('Escribe un correo completo, como nombre@correo.com.')).toBeVisible()
  await expect(visitor.getByText('La contraseña debe tener al menos 6 caracteres.')).toBeVisible()
  await expect(refused(visitor, 'Las contraseñas no coinciden')).toBeVisible()

  await register(visitor)
  await typeInto(visitor, URSULA)
  await press(visitor)
  await expect(refused(visitor, 'Hubo un error al registrar: Ese correo ya tiene una cuenta.')).toBeVisible()
  await expect(visitor.getByLabel('Correo electrónico')).toBeFocused()
  await expect(visitor.getByLabel('Apellido')).toHaveValue('Núñez')
  await expect(visitor.getByLabel('País')).toHaveValue('México')
  await expect(visitor.getByLabel('Confirmar contraseña')).toHaveValue(URSULA.password)
})

test('a competitor registers by keyboard alone, and may show the password', async ({ visitor }) => {
  await visitor.goto('/#/registro')
  await expect(visitor.getByLabel('País').getByRole('option', { name: 'México' })).toBeAttached()
  await photoField(visitor).focus()
  const type = async (text: string) => {
    await visitor.keyboard.press('Tab')
    await visitor.keyboard.type(text)
  }
  for (const text of [URSULA.nombre, URSULA.apellido, URSULA.email, 'Mex', URSULA.password]) await type(text)
  await visitor.keyboard.press('Tab')
  await visitor.keyboard.press('Space')
  await expect(visitor.getByLabel('Contraseña', { exact: true })).toHaveAttribute('type', 'text')
  await type(URSULA.password)
  await visitor.keyboard.press('Enter')
  await expect(said(visitor, 'Registro exitoso')).toBeVisible()
  // The focus stands on the news: the way in is the next stop.
  await visitor.keyboard.press('Tab')
  await expect(visitor.getByRole('link', { name: 'Acceder' })).toBeFocused()
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL(/#\/acceder$/)
  expect(await enter(visitor, URSULA)).toBe(200)
})

test('a form that is being sent, and its photo, cannot be changed, and the focus stays', async ({ visitor }) => {
  await visitor.goto('/#/registro')
  await typeInto(visitor, URSULA)
  await photoField(visitor).setInputFiles(await aPhoto('retrato.jpg'))
  await expect(said(visitor, 'Lista: retrato.jpg')).toBeVisible()
  const { release } = await hold(visitor, '**/api/usuarios')
  const apellido = visitor.getByLabel('Apellido')
  await apellido.press('Enter')
  await expect(visitor.getByRole('button', { name: 'Registrando...' })).toBeVisible()
  await visitor.keyboard.type('Otra')
  await expect(apellido).toHaveValue('Núñez')
  await expect(apellido).toBeFocused()
  await visitor.getByLabel('País').press('c')
  await expect(visitor.getByLabel('País')).toHaveValue('México')
  await photoField(visitor).setInputFiles(await aPhoto('otra.jpg'))
  for (const control of [photoField(visitor), visitor.getByRole('button', { name: 'Quitar la foto elegida' })])
    await expect(control).toHaveAttribute('aria-disabled', 'true')
  await expect(said(visitor, 'Lista: retrato.jpg')).toBeVisible()
  expect(await faultsOf(visitor)).toEqual([])
  release()
  await expect(said(visitor, 'Registro exitoso')).toBeVisible()
  await expect(apellido).toBeEditable()
  await expect(photoField(visitor)).not.toHaveAttribute('aria-disabled')
})

test('a lost answer is asked for again, a failure reported, and no second account made', async ({ visitor }) => {
  await visitor.clock.install()
  await visitor.goto('/#/registro')
  await typeInto(visitor, URSULA)
  let tries = 0
  await visitor.route('**/api/usuarios', async (route) => {
    tries += 1
    if (tries === 1) await route.fetch()
    await route.abort()
  })
  await press(visitor)
  await expect(said(visitor, 'La conexión falla. Lo intentamos otra vez')).toBeVisible()
  await expect(async () => {
    await visitor.clock.runFor(8_000)
    await expect(refused(visitor, 'Hubo un error al registrar: No se pudo conectar')).toBeVisible({ timeout: 100 })
  }).toPass()
  expect(tries).toBe(5)
  await expect(visitor.getByLabel('Apellido')).toHaveValue('Núñez')
  await visitor.unroute('**/api/usuarios')
  await press(visitor)
  await expect(said(visitor, 'Registro exitoso')).toBeVisible()
})

test('the countries come sorted from the server, and can be requested again after a failure', async ({ visitor }) => {
  await visitor.clock.install()
  await visitor.route('**/api/paises', (route) => route.abort())
  await visitor.goto('/#/registro')
  await expect(visitor.getByLabel('País')).toContainText('Cargando países...')
  await expect(async () => {
    await visitor.clock.runFor(2_000)
    await expect(refused(visitor, 'No se cargaron los países')).toBeVisible({ timeout: 100 })
  }).toPass()
  await visitor.unroute('**/api/paises')
  await visitor.getByRole('button', { name: 'Reintentar cargar los países' }).click()
  const options = visitor.getByLabel('País').getByRole('option')
  await expect(options).toHaveCount(251)
  const names = (await options.allInnerTexts()).slice(1)
  expect(names).toEqual(names.toSorted(new Intl.Collator('es').compare))
})
