import type { Page } from '@playwright/test'
import { expectSound } from './axe.ts'
import { hold } from './espera.ts'
import { expect, refused, said, test } from './fixtures.ts'
import { expectFocusKept } from './keys.ts'
import { aHeic, aPhoto, pathsOf, typeInto, URSULA } from './people.ts'

const press = (page: Page) => page.getByRole('button', { name: 'Registrarse' }).click()
const photoField = (page: Page) => page.getByLabel('Foto de perfil (opcional)')

test('a photo that cannot be used is refused with its reason, and the form sent without it', async ({ visitor }) => {
  await visitor.emulateMedia({ reducedMotion: 'reduce' })
  await visitor.goto('/#/registro')
  await typeInto(visitor, URSULA)
  for (const photo of [aHeic('IMG_1.jpg'), aHeic('IMG_2.HEIC', 11_000_000)]) {
    await photoField(visitor).setInputFiles(await pathsOf([photo]))
    await expect(refused(visitor, photo.name)).toContainText(
      'En el iPhone: Ajustes, Cámara, Formatos, «Más compatible»; o elige una captura.',
    )
  }
  await photoField(visitor).setInputFiles(await aPhoto('retrato.jpg'))
  await expect(said(visitor, 'Lista: retrato.jpg')).toBeVisible()
  await expectSound(visitor, 'a photo ready')
  const notes = { name: `${'un-nombre-muy-largo-'.repeat(6)}.png`, mimeType: 'image/png', buffer: Buffer.from('notas') }
  await photoField(visitor).setInputFiles(notes)
  await expect(refused(visitor, 'Ese archivo no es una imagen que se pueda mostrar.')).toBeVisible()
  await photoField(visitor).setInputFiles(await pathsOf([{ ...notes, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) }]))
  await expect(refused(visitor, 'La imagen pesa más de 10 MB.')).toBeVisible()
  await expectSound(visitor, 'a photo refused')
  await expect(
    visitor.getByText('La foto no se subió. Vuelve a intentarlo, elige otra o sigue sin ella.'),
  ).toBeVisible()
  await visitor.getByRole('button', { name: 'Seguir sin esta foto' }).click()
  await press(visitor)
  await expect(said(visitor, 'Registro exitoso')).toBeVisible()
  await expectSound(visitor, 'done')
})

test('a photo that uploads can be cancelled, resumes after a lost connection, and is waited for', async ({
  visitor,
}) => {
  await visitor.goto('/#/registro')
  await typeInto(visitor, URSULA)
  const photo = await aPhoto('retrato.jpg')
  const held = Promise.withResolvers<void>()
  let sent = 0
  await visitor.route('**/api/fotos?**', async (route) => {
    sent += 1
    // The first is cancelled, the second lost, the third answered by a network, the fourth let through when it is waited for.
    if (sent === 2) return route.abort()
    if (sent === 3) return route.fulfill({ contentType: 'text/html', body: '<h1>Portal</h1>' })
    await held.promise
    return sent === 1 ? undefined : route.continue()
  })
  await photoField(visitor).setInputFiles(photo)
  const bar = visitor.getByRole('progressbar', { name: 'Subiendo retrato.jpg' })
  await expect(bar).toBeVisible()
  await expect.poll(() => sent).toBe(1)
  await visitor.getByRole('button', { name: 'Cancelar' }).click()
  await expect(bar).toBeHidden()
  await expectFocusKept(visitor)

  await photoField(visitor).setInputFiles(photo)
  await expect(visitor.getByText('Se perdió la conexión. Intentando otra vez...')).toBeVisible()
  await press(visitor)
  await expect(visitor.getByRole('button', { name: 'Registrando...' })).toBeVisible()
  await expect(said(visitor, 'Te registrarás en cuanto termine de subir la foto.')).toBeVisible()
  held.resolve()
  await expect(said(visitor, 'Registro exitoso')).toBeVisible()
  expect(sent).toBe(4)
})

test('leaving the form cancels the photo that is uploading, and the page forgets its preview', async ({ visitor }) => {
  await visitor.goto('/#/registro')
  await photoField(visitor).setInputFiles(await aPhoto('retrato.jpg'))
  await expect(said(visitor, 'Lista: retrato.jpg')).toBeVisible()
  const src = await visitor.getByRole('img', { name: 'La foto que elegiste' }).getAttribute('src')
  const isKept = () =>
    visitor.evaluate(async (url) => {
      const image = new Image()
      image.src = url ?? ''
      return image.decode().then(
        () => true,
        () => false,
      )
    }, src)
  expect(await isKept()).toBe(true)
  await visitor.getByRole('link', { name: 'Ya tengo cuenta' }).click()
  await expect.poll(isKept).toBe(false)

  await visitor.goto('/#/registro')
  await visitor.route('**/api/fotos?**', () => undefined)
  const asked = visitor.waitForRequest('**/api/fotos?**')
  await photoField(visitor).setInputFiles(await aPhoto('otra.jpg'))
  await asked
  const givenUp = visitor.waitForEvent('requestfailed', (request) => request.url().includes('/api/fotos'))
  await visitor.getByRole('link', { name: 'Ya tengo cuenta' }).click()
  await givenUp
})

test('leaving after the form was sent still registers, with the photo that was uploading', async ({
  visitor,
  admin,
}) => {
  const { release } = await hold(visitor, '**/api/fotos?**')
  await visitor.goto('/#/registro')
  await typeInto(visitor, URSULA)
  await photoField(visitor).setInputFiles(await aPhoto('retrato.jpg'))
  await press(visitor)
  await expect(said(visitor, 'Te registrarás en cuanto termine de subir la foto.')).toBeVisible()
  const registered = visitor.waitForResponse('**/api/usuarios')
  await visitor.getByRole('link', { name: 'Ya tengo cuenta' }).click()
  release()
  expect((await registered).status()).toBe(200)
  await admin.goto('/#/usuarios')
  await expect(admin.getByRole('article').locator('img')).toHaveCount(1)
})
