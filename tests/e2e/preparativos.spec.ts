import type { Locator, Page } from '@playwright/test'
import { eventoDefault } from '#domain/evento.ts'
import { noteBackup } from '../../src/server/backup/backup.ts'
import { aTrack } from '../support/mp3.ts'
import { enterAsAdmin, expect, test } from './fixtures.ts'
import { act, addJuez } from './jueces.ts'
import { aPhoto } from './people.ts'
import { controlled, test as testOnPhone } from './telefono.ts'

const GUIA = 'Guía para el día del evento'

const falta = (page: Page): Locator => page.getByRole('region', { name: 'Lo que falta' })
const puntos = (page: Page): Locator => falta(page).getByRole('list').first().getByRole('link')
const opciones = (page: Page): Locator => falta(page).getByRole('list', { name: 'También puedes' }).getByRole('link')

/** One category with one entry, which lacks nothing. */
const LISTO = {
  categorias: { salsa: { nombre: 'Salsa', dia: 'viernes', orden: 1 } },
  competidores: {
    salsa: {
      ana: {
        nombre: 'Ana',
        compania: 'Son',
        categoria: 'Salsa',
        dia: 'viernes',
        orden: 1,
        musicaPath: 'musica/ana.mp3',
      },
    },
  },
  adminMinutoAMinuto: { dia: 'jueves', activarReloj: true },
}

test('a new event says what is missing, and each point leads to the screen that mends it', async ({ admin }) => {
  await admin.goto('/#/admin')
  await expect(puntos(admin)).toHaveText([
    /^Textos de ejemplo: Nombre del evento, .*Hotel, Dirección/,
    'Imágenes de ejemplo',
    'Sin categorías',
    'Falta la hora',
    'Sin jueces',
    'Inscripciones sin fechas',
    'Sin respaldo en 24 horas',
  ])
  await falta(admin).getByRole('link', { name: 'Sin categorías', exact: true }).click()
  await expect(admin).toHaveURL(/#\/categorias$/)
  await admin.getByLabel('Nombre de la categoría').fill('Salsa')
  await admin.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(admin.getByRole('row', { name: /Salsa/ })).toBeVisible()
  await admin.goBack()
  await expect(puntos(admin)).toContainText(['Imágenes de ejemplo', 'Categorías sin competidores: 1', 'Falta la hora'])

  await falta(admin).getByRole('link', { name: 'Sin respaldo en 24 horas' }).click()
  await expect(admin.getByRole('heading', { name: 'Respaldo' })).toBeInViewport()
})

test('an event that lacks nothing is ready until a day passes without a backup', async ({ admin, seed, server }) => {
  await seed.tree(LISTO, { 'musica/ana.mp3': aTrack(2), 'carrusel/cartel.jpg': (await aPhoto('cartel.jpg')).buffer })
  const textos = Object.entries(eventoDefault('America/Mexico_City'))
    .filter(([, texto]) => !/^https?:|@|\//.test(texto))
    .map(([name, texto]) => [name, `${texto} nuevo`])
  const propios = { correo: 'hola@salsa.example', enlaceMapa: '', zonaHoraria: 'America/Mexico_City' }
  await act(admin, 'PUT', '/api/evento', { ...Object.fromEntries(textos), ...propios })
  await act(admin, 'PUT', '/api/inscripciones', { desde: '', hasta: '2026-03-10T10:00', maximo: 0 })
  const { id } = await addJuez(admin, 'Amparo')
  await admin.clock.install()
  await admin.goto('/#/admin')
  await expect(puntos(admin)).toHaveText(['Sin juez principal', 'Sin respaldo en 24 horas'])

  await act(admin, 'PUT', `/api/jueces/${id}/principal`, { principal: true })
  if (server.app) await noteBackup(server.app.deps, new Date())
  await expect(falta(admin).getByText('Todo listo.')).toBeVisible()
  await expect(opciones(admin)).toHaveText([
    'Publicar el programa: viernes',
    'Cerrar el orden: viernes',
    'Poner la fecha del evento',
  ])
  await opciones(admin).first().click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Programa' })).toBeVisible()
  await admin.goBack()
  // An answer that comes after the clock was moved would set the page's time back.
  await expect(falta(admin).getByText('Todo listo.')).toBeVisible()

  await admin.clock.fastForward('25:00:00')
  await expect(puntos(admin)).toHaveText(['Sin respaldo en 24 horas'])
})

testOnPhone('the guide opens without signal, from the panel and by its address', async ({ phone, gate }) => {
  await enterAsAdmin(phone)
  await phone.goto('/#/admin')
  await expect(puntos(phone).first()).toBeVisible()
  await controlled(phone)

  gate.set('shut')
  await phone.getByRole('link', { name: GUIA }).click()
  await expect(phone.getByRole('heading', { name: 'Si algo falla' })).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('heading', { level: 1, name: GUIA })).toBeVisible()
  await phone.goto('/#/guia/si-algo-falla')
  await expect(phone.getByRole('heading', { name: 'Si algo falla' })).toBeInViewport()
})
