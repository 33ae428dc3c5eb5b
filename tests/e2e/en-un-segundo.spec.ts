import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { enter, signedIn, URSULA } from './people.ts'
import { confirm, DIAS, done, MARCAS, press, row, SOON } from './segundo.ts'

const titles = (page: Page) => page.getByRole('table').locator('caption')

test('/evento: every text, and the zone', async ({ admin, visitor, another, seed }) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { hora: '2025-04-10T16:00:00.000Z' } })
  const schedule = await another('visitante')
  await schedule.goto('/#/horario')
  await expect(row(schedule, 'Ana')).toContainText('10:00')
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
  await admin.getByLabel('Zona horaria').selectOption('Europe/Madrid')

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
    expect(row(schedule, 'Ana')).toContainText('18:00', SOON),
  ])
})

test('/evento: an image added, moved up and down, deleted', async ({ admin, visitor }) => {
  await visitor.goto('/#/')
  await admin.goto('/#/evento')
  const shown = visitor.getByRole('region', { name: 'Galería' }).locator('li img')
  const first = (name: RegExp) => expect(shown.first()).toHaveAttribute('src', name, SOON)
  const picture = sharp({ create: { width: 90, height: 60, channels: 3, background: '#b0136b' } }).png()
  for (const [index, name] of ['final.png', 'cartel.png'].entries()) {
    const file = { name, mimeType: 'image/png', buffer: await picture.clone().toBuffer() }
    await done(admin, () => admin.getByLabel('Agregar imagen').setInputFiles(file))
    await expect(shown).toHaveCount(index + 1, SOON)
  }
  await first(/final/)
  await press(admin, /^Subir cartel/)
  await first(/cartel/)
  await press(admin, /^Bajar cartel/)
  await first(/final/)
  await confirm(admin, /^Eliminar final/)
  await expect(shown).toHaveCount(1, SOON)
  await first(/cartel/)
})

test('/categorias: added, moved, given its day, deleted', async ({ admin, visitor, seed }) => {
  const categoria = (nombre: string, orden: number) => ({ nombre, dia: 'jueves', orden })
  await seed.tree({ categorias: { a: categoria('Salsa', 1), b: categoria('Bachata', 2), c: { nombre: 'Perdida' } } })
  await visitor.goto('/#/horario')
  await admin.goto('/#/categorias')
  await expect(titles(visitor)).toHaveText([/1 - Salsa/, /2 - Bachata/])

  await admin.getByLabel('Nombre de la categoría').fill('Rueda')
  await press(admin, 'Agregar')
  await expect(titles(visitor)).toHaveText([/1 - Salsa/, /2 - Bachata/, /3 - Rueda/], SOON)
  await press(admin, 'Subir Rueda')
  await expect(titles(visitor)).toHaveText([/1 - Salsa/, /2 - Rueda/, /3 - Bachata/], SOON)
  await press(admin, 'Bajar Salsa')
  await expect(titles(visitor)).toHaveText([/1 - Rueda/, /2 - Salsa/, /3 - Bachata/], SOON)
  const corner = admin.getByRole('region', { name: 'Sin día' })
  await corner.getByLabel('Día de Perdida').selectOption('Jueves')
  await press(admin, 'Guardar Perdida')
  await expect(titles(visitor)).toHaveText([/1 - Rueda/, /2 - Salsa/, /3 - Bachata/, /4 - Perdida/], SOON)
  await confirm(admin, 'Eliminar Salsa')
  await expect(titles(visitor)).toHaveText([/1 - Rueda/, /2 - Bachata/, /3 - Perdida/], SOON)
})

test('/categorias: the criteria reach the page of marks, and the quota reaches the entry form', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { mostrarCalificaciones: true }, calificaciones: MARCAS })
  const competitor = await signedIn(await another('visitante'), '/competencia')
  await visitor.goto('/#/calificaciones-detalle/jueves/Salsa/Ana')
  await admin.goto('/#/categorias')
  const column = (name: string) => visitor.getByRole('columnheader', { name })
  await expect(column('Técnica de género')).toBeVisible()

  await done(admin, () => admin.getByLabel('Criterios de Salsa').selectOption('Casino'))
  await expect(column('Cubanía')).toBeVisible(SOON)

  const options = competitor.getByLabel('Categoría').locator('option')
  await expect(options.filter({ hasText: 'Salsa' })).toHaveText('1 - Salsa')
  await admin.getByLabel('Cupo de Salsa').fill('3')
  await done(admin, () => admin.getByLabel('Cupo de Salsa').press('Enter'))
  await expect(options.filter({ hasText: 'Salsa' })).toHaveText('1 - Salsa (llena)', SOON)
})

test('/usuarios: a disabled or deleted user is signed out, and the other administrator sees it', async ({
  admin,
  another,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  const user = await signedIn(visitor, '/perfil')
  const other = await another('admin')
  await other.goto('/#/usuarios')
  await admin.goto('/#/usuarios')
  const card = other.getByRole('article', { name: 'Úrsula Núñez' })
  await expect(card.getByText('Cuenta activa', { exact: true })).toBeVisible()
  const shownOut = () =>
    Promise.all([
      expect(user).toHaveURL(/#\/$/, SOON),
      expect(user.getByRole('alert').filter({ hasText: 'Tu sesión terminó.' })).toBeVisible(SOON),
    ])

  await press(admin, 'Desactivar Úrsula Núñez')
  await Promise.all([shownOut(), expect(card.getByText('Cuenta desactivada', { exact: true })).toBeVisible(SOON)])
  expect(await enter(user, URSULA)).toBe(403)
  await press(admin, /^Activar Úrsula Núñez/)
  await expect(card.getByText('Cuenta activa', { exact: true })).toBeVisible(SOON)

  expect(await enter(user, URSULA)).toBe(200)
  // The sign-in did not use the screen, so the page has to be reloaded.
  await user.reload()
  await user.goto('/#/perfil')
  await expect(user.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()
  await confirm(admin, 'Eliminar Úrsula Núñez')
  await Promise.all([shownOut(), expect(card).toHaveCount(0, SOON)])
})

test('/admin: closing every session signs the other browser out', async ({ admin, another }) => {
  const other = await another('admin')
  await other.goto('/#/competidores')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await admin.goto('/#/admin')
  await press(admin, 'Cerrar todas las sesiones')
  await expect(other.getByRole('alert').filter({ hasText: 'Tu sesión terminó.' })).toBeVisible(SOON)
})
