import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { hold } from './espera.ts'
import { expect, test } from './fixtures.ts'
import { expectFocusKept } from './keys.ts'
import { aHeic, pathsOf, strangeImages } from './people.ts'
import { DIAS, press, row, SOON } from './segundo.ts'

async function image(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const picture = sharp({ create: { width: 90, height: 60, channels: 3, background: '#b0136b' } })
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() }
}

const archivos = (page: Page) => page.getByRole('region', { name: 'Imágenes de la portada' }).getByRole('listitem')

test('every text of the event, and its zone, are on every screen at once', async ({ admin, visitor, seed }) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { hora: '2025-04-10T16:00:00.000Z' } })
  await visitor.goto('/#/')
  await admin.goto('/#/evento')
  const texts = {
    'Nombre del evento': 'Noche de Son',
    Edición: 'Edición de plata',
    Subtítulo: 'Segundo campeonato',
    Hotel: 'Hotel del Danzón',
    Dirección: 'Calle del Timbal 7',
    'Enlace del mapa': 'https://mapa.example/danzon',
    'Correo de contacto': 'hola@son.example',
    'Teléfono de contacto': '55 1234 5678',
    Derechos: 'De quien lo baila',
  }
  for (const [label, text] of Object.entries(texts)) await admin.getByLabel(label, { exact: true }).fill(text)
  await admin.getByLabel('Correo de contacto').fill('sin arroba')
  await admin.getByRole('button', { name: 'Guardar Evento' }).click()
  await expect(admin.getByLabel('Correo de contacto')).toHaveAccessibleDescription(/Escribe un correo completo/)
  await admin.getByLabel('Correo de contacto').fill(texts['Correo de contacto'])

  await press(admin, 'Guardar Evento')
  const [banner, main, footer] = [
    visitor.getByRole('banner'),
    visitor.getByRole('main'),
    visitor.getByRole('contentinfo'),
  ]
  await Promise.all([
    expect(banner.getByRole('link', { name: 'Noche de Son' })).toBeVisible(SOON),
    expect(banner).toContainText('Segundo campeonato', SOON),
    expect(main.getByRole('heading', { level: 1 })).toHaveText('Noche de Son', SOON),
    expect(main).toContainText('Edición de plata', SOON),
    expect(main.getByRole('heading', { name: 'Hotel del Danzón' })).toBeVisible(SOON),
    expect(main).toContainText('Calle del Timbal 7', SOON),
    expect(main.getByRole('link', { name: 'Ver en el mapa' })).toHaveAttribute('href', texts['Enlace del mapa'], SOON),
    expect(footer).toContainText('hola@son.example', SOON),
    expect(footer).toContainText('55 1234 5678', SOON),
    expect(footer).toContainText('De quien lo baila', SOON),
    expect(visitor).toHaveTitle('Noche de Son', SOON),
  ])
  await expect(admin.getByRole('status').filter({ hasText: 'Evento guardado.' })).toBeVisible()

  await visitor.goto('/#/horario')
  await expect(row(visitor, 'Ana')).toContainText('10:00')
  await admin.getByLabel('Zona horaria').selectOption('Europe/Madrid')
  await press(admin, 'Guardar Evento')
  await expect(row(visitor, 'Ana')).toContainText('18:00', SOON)
})

test('the date of the Thursday stands beside each day, short on a phone, and a choice keeps the name of its day', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(
    { jueves: { Salsa: ['Ana'] }, viernes: {} },
    { adminMinutoAMinuto: { dia: 'jueves', activarReloj: true } },
  )
  await visitor.goto('/#/')
  await admin.goto('/#/evento')
  await admin.getByLabel('Fecha del jueves').fill('2026-12-04')
  await admin.getByRole('button', { name: 'Guardar Evento' }).click()
  const question = admin.getByRole('alertdialog', { name: 'El viernes 4 de diciembre de 2026 no es jueves. ¿Usarla?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await admin.getByLabel('Fecha del jueves').fill('2026-12-03')
  await admin.getByRole('button', { name: 'Guardar Evento' }).click()

  const dias = visitor.getByRole('list', { name: 'Días del evento' })
  await expect(dias.getByText('Jueves 3 de diciembre')).toBeVisible()
  await expect(dias.getByText('Vie 4')).toBeVisible()
  await admin.goto('/#/categorias')
  const choices = admin.getByRole('radiogroup', { name: 'Día' })
  await expect(choices.getByText('Jueves 3 de diciembre')).toBeVisible()
  await admin.setViewportSize({ width: 360, height: 640 })
  await expect(choices.getByText('Jueves 3 de diciembre')).toBeHidden()
  await expect(choices.getByText('Jue 3', { exact: true })).toBeVisible()

  await visitor.goto('/#/horario')
  await expect(visitor.getByRole('region', { name: 'En vivo' })).toContainText(
    'El jueves 3 de diciembre está por comenzar.',
  )
  await visitor.getByRole('radio', { name: 'Viernes', exact: true }).click()
  await expect(visitor.getByText(/^Viernes 4 de diciembre/)).toBeVisible()
  await expect(visitor.getByText('El público ve el jueves.', { exact: true })).toBeVisible()
  await admin.goto('/#/programa')
  await expect(admin.getByRole('radio', { name: 'Viernes', exact: true })).toBeVisible()
})

test('the home page shows no block and no link of an empty text, and images added, ordered and deleted', async ({
  admin,
  visitor,
}) => {
  await visitor.goto('/#/')
  await expect(visitor.getByRole('link', { name: 'Ver en el mapa' })).toBeVisible()
  await admin.goto('/#/evento')
  for (const label of ['Enlace del mapa', 'Correo de contacto']) await admin.getByLabel(label).fill('')
  await admin.getByRole('button', { name: 'Guardar Evento' }).click()

  await expect(visitor.getByRole('link', { name: 'Ver en el mapa' })).toBeHidden()
  await expect(visitor.getByRole('contentinfo').getByRole('link')).toHaveCount(1)

  // Of the hotel, too, each part stands alone.
  await admin.getByLabel('Hotel').fill('')
  await admin.getByLabel('Dirección').fill('')
  await admin.getByLabel('Enlace del mapa').fill('https://mapas.example/sede')
  await admin.getByRole('button', { name: 'Guardar Evento' }).click()
  const sede = visitor.getByRole('region', { name: 'Hotel sede' })
  await expect(sede.getByRole('link', { name: 'Ver en el mapa' })).toHaveAttribute('href', 'https://mapas.example/sede')
  await admin.getByLabel('Enlace del mapa').fill('')
  await admin.getByRole('button', { name: 'Guardar Evento' }).click()
  await expect(visitor.getByText('Hotel sede')).toBeHidden()

  await admin.getByLabel('Agregar imagen').setInputFiles([await image('Gran final.png'), await image('Cartel.png')])
  await expect(archivos(admin)).toHaveText([/Gran_final/, /Cartel/])

  await admin.getByRole('button', { name: /^Subir Cartel/ }).press('Enter')
  await expect(archivos(admin)).toHaveText([/Cartel/, /Gran_final/])
  await expect(admin.getByRole('button', { name: /^Bajar Cartel/ })).toBeFocused()
  await expect(admin.getByRole('button', { name: /^Subir Cartel/ })).toBeDisabled()
  const shown = visitor.getByRole('region', { name: 'Galería' }).locator('li img')
  await expect(shown).toHaveCount(2, SOON)
  await expect(shown.first()).toHaveAttribute('src', /Cartel/, SOON)
  await press(admin, /^Bajar Cartel/)
  await expect(shown.first()).toHaveAttribute('src', /Gran_final/, SOON)

  await admin.getByRole('button', { name: /^Eliminar Cartel/ }).click()
  const question = admin.getByRole('alertdialog')
  await admin.route('**/api/galeria/*', (route) => route.fulfill({ status: 500, json: { message: 'Se cayó.' } }))
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(question.getByRole('alert')).toHaveText('No se eliminó la imagen. Se cayó.')
  await admin.unroute('**/api/galeria/*')
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Imagen eliminada: Cartel' })).toBeVisible()
  await expect(archivos(admin)).toHaveText([/Gran_final/])
  await expect(shown).toHaveCount(1, SOON)
})

test('changed texts ask before they are left or the tab is closed; saved or unchanged texts do not', async ({
  admin,
}) => {
  const question = admin.getByRole('alertdialog', { name: '¿Salir sin guardar?' })
  const goTo = async (name: string) => {
    await admin.getByRole('button', { name: 'Menú' }).click()
    await admin.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  }
  await admin.goto('/#/evento')
  await goTo('Usuarios')
  await expect(admin.getByRole('heading', { level: 1, name: 'Lista de Usuarios' })).toBeVisible()
  await admin.goBack()

  await admin.getByLabel('Hotel').fill('Hotel del Danzón')
  await goTo('Usuarios')
  // The safe answer is the one under the finger.
  await expect(question.getByRole('button', { name: 'Seguir aquí' })).toBeFocused()
  await admin.keyboard.press('Escape')
  await expect(admin).toHaveURL(/#\/evento$/)
  const asked = admin.waitForEvent('dialog')
  const closing = admin.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await closing
  await expect(admin.getByLabel('Hotel')).toHaveValue('Hotel del Danzón')
  await admin.getByRole('button', { name: 'Guardar Evento' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Evento guardado.' })).toBeVisible()
  await goTo('Usuarios')
  await expect(admin.getByRole('heading', { level: 1, name: 'Lista de Usuarios' })).toBeVisible()

  await admin.goBack()
  await admin.getByLabel('Hotel').fill('Otro')
  await goTo('Usuarios')
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Lista de Usuarios' })).toBeVisible()
  await admin.goBack()
  await expect(admin.getByLabel('Hotel')).toHaveValue('Hotel del Danzón')

  // Nor is asked while they are saved. A later refusal is shown.
  const { asked: sent, release } = await hold(admin, '**/api/evento')
  await admin.getByLabel('Hotel').fill('Otro')
  await admin.getByRole('button', { name: 'Guardar Evento' }).click()
  await sent
  await goTo('Usuarios')
  await expect(admin.getByRole('heading', { level: 1, name: 'Lista de Usuarios' })).toBeVisible()
  release({ status: 409, message: 'No se pudo.' })
  await expect(admin.getByRole('alert')).toContainText('No se guardó el evento. No se pudo.')
})

test('images of any format are added, smaller than they were; other files are refused with a reason', async ({
  admin,
}) => {
  await admin.goto('/#/evento')
  const noImage = { name: 'notas.png', mimeType: 'image/png', buffer: Buffer.from('notas') }
  const heavy = { name: 'gruesa.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) }
  const files = [noImage, heavy, ...(await strangeImages()), aHeic('IMG_1.jpg')]
  await admin.getByLabel('Agregar imagen').setInputFiles(await pathsOf(files))
  await expect(archivos(admin)).toHaveText([/gif/, /avif/, /bmp/, /pesada/, /enorme/, /cortada/])
  for (const [name, reason] of [
    ['notas.png', 'notas.png. Ese archivo no es una imagen'],
    ['gruesa.png', 'gruesa.png. La imagen pesa más de 10 MB'],
    ['IMG_1.jpg', 'En el iPhone: Ajustes, Cámara, Formatos, «Más compatible»; o elige una captura.'],
  ] as const)
    await expect(admin.getByRole('alert').filter({ hasText: name })).toContainText(reason)

  // A large one is sent much smaller than the camera made it, and a drawing keeps its transparency.
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const large = sharp({ create: { width: 3600, height: 300, channels: 3, background: '#b0136b', noise } })
  const clear = sharp({ create: { width: 2600, height: 60, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  for (const file of [
    { name: 'final.jpg', mimeType: 'image/jpeg', buffer: await large.jpeg({ quality: 90 }).toBuffer() },
    { name: 'dibujo.png', mimeType: 'image/png', buffer: await clear.png({ compressionLevel: 0 }).toBuffer() },
  ]) {
    const answered = admin.waitForResponse((response) => response.url().includes('/api/galeria?'))
    await admin.getByLabel('Agregar imagen').setInputFiles(file)
    const travelled = Number(await (await answered).request().headerValue('content-length'))
    expect(travelled).toBeGreaterThan(0)
    expect(travelled).toBeLessThan(file.buffer.byteLength * 0.6)
  }
  await expect(archivos(admin).last()).toHaveText(/dibujo/)
  const url = await archivos(admin).last().locator('img').getAttribute('src')
  const stored = await admin.request.get(url ?? '')
  expect(await sharp(await stored.body()).metadata()).toMatchObject({ width: 1200, hasAlpha: true })
})

test('an upload that hangs shows its progress and can be cancelled; a lost network is reported', async ({ admin }) => {
  const held = Promise.withResolvers<void>()
  await admin.route('**/api/galeria?**', async (route) => {
    await held.promise
    await route.abort()
  })
  await admin.goto('/#/evento')
  await admin.getByLabel('Agregar imagen').setInputFiles(await image('lenta.png'))
  await expect(admin.getByRole('progressbar', { name: 'Subiendo lenta.png' })).toBeVisible()
  await admin.getByRole('button', { name: 'Cancelar' }).click()
  await expect(admin.getByRole('progressbar')).toBeHidden()
  await expect(admin.getByText('No se agregó')).toBeHidden()
  await expectFocusKept(admin)

  await admin.getByLabel('Agregar imagen').setInputFiles(await image('lenta.png'))
  await expect(admin.getByRole('progressbar', { name: 'Subiendo lenta.png' })).toBeVisible()
  await admin.goto('/#/control')
  await expect(admin.getByRole('heading', { name: 'Control de Reloj' })).toBeVisible()
  held.resolve()
  await expect(admin.getByRole('alert').filter({ hasText: 'No se agregó lenta.png. Se perdió' })).toBeVisible()
  await admin.goto('/#/evento')
  await admin.getByLabel('Agregar imagen').setInputFiles(await image('lenta.png'))
  await expect(admin.getByRole('main').getByRole('alert').filter({ hasText: 'Se perdió la conexión' })).toBeVisible()
  await expect(archivos(admin)).toHaveCount(0)
})
