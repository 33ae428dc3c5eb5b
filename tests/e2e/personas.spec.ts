import type { Page } from '@playwright/test'
import { setActivo, usuarios } from '#contract/usuarios.ts'
import { expect, refused, said, test } from './fixtures.ts'
import { aPhoto, enter, register, signedIn, signInAs, signOut, typeInto, URSULA } from './people.ts'

const PHONE = { width: 390, height: 844 }

async function menuOf(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Menú', exact: true }).click()
  const items = page.getByRole('navigation', { name: 'Menú principal' }).getByRole('listitem')
  await expect(items.first()).toBeVisible()
  const labels = (await items.allInnerTexts()).map((label) => label.trim())
  await page.keyboard.press('Escape')
  return labels
}

async function changePassword(page: Page, password: string, confirm: string): Promise<void> {
  await page.getByLabel('Nueva contraseña').fill(password)
  await page.getByLabel('Confirmar contraseña').fill(confirm)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
}

test('on a phone a person registers with a photo, signs in, edits the profile, changes the password and signs out', async ({
  visitor,
}) => {
  await visitor.setViewportSize(PHONE)
  await visitor.goto('/#/acceder')
  await visitor.getByRole('link', { name: 'Crear cuenta' }).click()
  const photo = await aPhoto('retrato.jpg')
  const sent = visitor.waitForResponse((response) => response.url().includes('/api/fotos'))
  await visitor.getByLabel('Foto de perfil (opcional)').setInputFiles(photo)
  // The upload is much smaller than the photo of the phone.
  const travelled = Number(await (await sent).request().headerValue('content-length'))
  expect(travelled).toBeGreaterThan(0)
  expect(travelled).toBeLessThan(photo.buffer.byteLength / 2)
  await expect(visitor.getByRole('img', { name: 'La foto que elegiste' })).toBeVisible()
  await typeInto(visitor, URSULA)
  await visitor.getByRole('button', { name: 'Registrarse' }).click()
  await expect(said(visitor, 'Registro exitoso')).toBeVisible()
  for (const label of ['Nombre', 'Apellido', 'Correo electrónico', 'País', 'Contraseña', 'Confirmar contraseña']) {
    await expect(visitor.getByLabel(label, { exact: true })).toHaveValue('')
  }

  await visitor.getByRole('link', { name: 'Acceder' }).click()
  // The page before has a field of the same name.
  await expect(visitor.getByRole('heading', { level: 1, name: 'Acceder' })).toBeVisible()
  await signInAs(visitor, URSULA)
  await expect(visitor).toHaveURL(/#\/perfil$/)
  const photoOf = visitor.getByRole('img', { name: 'Tu foto de perfil' })
  await expect(photoOf).toHaveJSProperty('naturalWidth', 512)
  for (const text of ['Úrsula Núñez', 'ursula@ejemplo.mx', 'México']) {
    await expect(visitor.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  }
  expect(await menuOf(visitor)).toEqual([
    'Inicio',
    'Perfil',
    'Editar usuario',
    'Competencia',
    'Cambiar contraseña',
    'Cerrar sesión',
  ])

  const before = await photoOf.getAttribute('src')
  await visitor.getByRole('link', { name: 'Editar perfil' }).click()
  await visitor.getByLabel('Nombre', { exact: true }).fill('Úrsula Inés')
  await visitor.getByLabel('País').selectOption('Cuba')
  await visitor.getByLabel('Nueva foto').setInputFiles(await aPhoto('otra.jpg'))
  // Sent while the photo is on its way: it waits for it.
  await visitor.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(said(visitor, 'Perfil actualizado correctamente')).toBeVisible()
  await visitor.getByRole('link', { name: 'Volver al perfil' }).click()
  await expect(visitor.getByRole('heading', { name: 'Úrsula Inés Núñez' })).toBeVisible()
  await expect(visitor.getByRole('main').getByText('Cuba', { exact: true })).toBeVisible()
  await expect(photoOf).not.toHaveAttribute('src', before ?? '')
  await expect(photoOf).toHaveJSProperty('naturalWidth', 512)

  await visitor.getByRole('link', { name: 'Cambiar contraseña' }).click()
  await changePassword(visitor, 'otra-clave-larga', 'otra-clave-larga')
  await expect(said(visitor, 'Contraseña actualizada correctamente.')).toBeVisible()
  await expect(visitor.getByLabel('Nueva contraseña')).toHaveValue('')
  await signOut(visitor)
  await expect(visitor).toHaveURL(/#\/$/)
  await expect(visitor.getByRole('alert')).toHaveCount(0)
  expect(await enter(visitor, URSULA)).toBe(401)
  expect(await enter(visitor, { ...URSULA, password: 'otra-clave-larga' })).toBe(200)
})

test('a refused password shows the reason, and an old sign-in is repeated on the same page', async ({
  visitor,
  server,
}) => {
  await signedIn(visitor, '/cambiarPassword')
  // One sentence at a time.
  for (const [password, repetida, fault] of [
    ['', '', 'Ambos campos son obligatorios.'],
    ['', 'otra', 'Ambos campos son obligatorios.'],
    ['corta', 'otra', 'La contraseña debe tener al menos 8 caracteres.'],
    ['corta', '', 'Ambos campos son obligatorios.'],
    ['larga-y-buena', '', 'Ambos campos son obligatorios.'],
    ['larga-y-buena', 'larga-y-mala', 'Las contraseñas no coinciden.'],
  ] as const) {
    await changePassword(visitor, password, repetida)
    await expect(visitor.getByRole('alert')).toHaveText(fault)
  }

  await server.app?.deps.db.write((tx) =>
    tx
      .updateTable('sesion')
      .set({ creada: Date.now() - 600_000 })
      .execute(),
  )
  await changePassword(visitor, 'larga-y-buena', 'larga-y-buena')
  await expect(
    refused(visitor, 'Por seguridad, vuelve a iniciar sesión y luego intenta cambiar la contraseña.'),
  ).toBeVisible()
  await visitor.getByLabel('Contraseña actual').fill('equivocada')
  await visitor.getByRole('button', { name: 'Acceder y cambiar' }).click()
  await expect(refused(visitor, 'Correo o contraseña incorrectos.')).toBeVisible()
  await visitor.getByLabel('Contraseña actual').fill(URSULA.password)
  await visitor.getByRole('button', { name: 'Acceder y cambiar' }).click()
  await expect(said(visitor, 'Contraseña actualizada correctamente.')).toBeVisible()
  await expect(visitor).toHaveURL(/#\/cambiarPassword$/)
  expect(await enter(visitor, { ...URSULA, password: 'larga-y-buena' })).toBe(200)
})

test('a profile shows why it was not saved, in place of a success before, or cannot be shown', async ({ visitor }) => {
  await signedIn(visitor, '/editarPerfil')
  const saved = said(visitor, 'Perfil actualizado correctamente')
  const save = visitor.getByRole('button', { name: 'Guardar cambios' })
  const apellido = visitor.getByLabel('Apellido')
  await visitor.clock.install()
  await save.click()
  await expect(saved).toBeVisible()
  await apellido.fill('')
  await save.click()
  await expect(visitor.getByText('Escribe tu apellido.')).toBeVisible()
  await expect(apellido).toBeFocused()
  await expect(saved).toBeHidden()

  await apellido.fill('Núñez')
  await save.click()
  await expect(saved).toBeVisible()
  await apellido.fill('Paz')
  await visitor.route('**/api/perfil', (route) => route.fulfill({ status: 500, json: { message: 'Se cayó.' } }))
  await save.click()
  await expect(refused(visitor, 'Error actualizando perfil: Se cayó.')).toBeVisible()
  await expect(saved).toBeHidden()
  await expect(apellido).toHaveValue('Paz')

  await visitor.context().setOffline(true)
  await visitor.goto('/#/perfil')
  await visitor.getByRole('alertdialog').getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(visitor.getByText('Úrsula Núñez')).toBeVisible()
  await visitor.context().setOffline(false)
  await visitor.route('**/api/vistas?**', (route) => route.abort())
  await visitor.reload()
  await expect(visitor.getByText('Cargando perfil...')).toBeVisible()
  await expect(refused(visitor, 'Error al obtener datos del usuario.')).toBeVisible()
  await visitor.unroute('**/api/vistas?**')
  await visitor.getByRole('button', { name: 'Reintentar' }).click()
  await expect(visitor.getByRole('heading', { name: 'Úrsula Núñez' })).toBeVisible()
})

test('the end of a session is reported by the sentence of the screen, which closes; a profile that is gone by the sign-in and the profile page', async ({
  visitor,
  server,
}) => {
  await register(visitor)
  const admin = await server.app?.as('admin')
  const [ursula] = (await admin?.see(usuarios)) ?? []
  const activate = (activo: boolean) => admin?.send(setActivo, { id: ursula?.uid ?? '', activo })
  for (const [path, sentence] of [
    ['/editarPerfil', 'Usuario no autenticado.'],
    ['/cambiarPassword', 'No hay un usuario autenticado.'],
    ['/competencia', 'Debes iniciar sesión para agregar competidores.'],
  ] as const) {
    expect(await enter(visitor, URSULA)).toBe(200)
    await visitor.goto('about:blank')
    await visitor.goto(`/#${path}`)
    await expect(visitor.getByRole('banner')).toContainText('En vivo')
    await expect(visitor).toHaveURL(new RegExp(`#${path}$`))
    await activate(false)
    await expect(visitor).toHaveURL(/#\/$/)
    await expect(refused(visitor, sentence)).toBeVisible()
    expect(await enter(visitor, URSULA)).toBe(403)
    await activate(true)
  }

  await register(visitor, { nombre: 'Ana', email: 'ana@example.com' })
  // The profile is deleted while the session stays: the view has no part of it.
  await visitor.route('**/api/vistas?**', async (route) => {
    const response = await route.fetch()
    // The page asks again when the server is not ready.
    if (!response.ok()) return route.fulfill({ response })
    const snapshot: { views: Record<string, unknown> } = await response.json()
    const views = Object.keys(snapshot.views).map((key) => [key, key.startsWith('perfil') ? {} : snapshot.views[key]])
    await route.fulfill({ response, json: { ...snapshot, views: Object.fromEntries(views) } })
  })
  expect(await enter(visitor, URSULA)).toBe(200)
  await visitor.goto('about:blank')
  await visitor.goto('/#/perfil')
  await expect(refused(visitor, 'Usuario no encontrado en la base de datos.')).toBeVisible()

  await signOut(visitor)
  await server.app?.deps.db.write((tx) => tx.deleteFrom('users').where('nombre', '=', 'Úrsula').execute())
  await visitor.goto('/#/acceder')
  await signInAs(visitor, URSULA)
  await expect(refused(visitor, 'Usuario no encontrado en la base de datos.')).toBeVisible()
  await server.app?.deps.db.write((tx) => tx.deleteFrom('users').execute())
  await signInAs(visitor, URSULA)
  await expect(refused(visitor, 'No hay usuarios registrados.')).toBeVisible()
})
