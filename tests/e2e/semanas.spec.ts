import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { APELLIDOS, CATEGORIAS, COMPANIAS, NOMBRES } from '../../demo/names.ts'
import { backup, noteBackup } from '../../src/server/backup/backup.ts'
import { aTrack } from '../support/mp3.ts'
import { aPhoto } from '../support/usuarios.ts'
import { expect, test } from './fixtures.ts'
import { activate, answerPickers, reach, write } from './keys.ts'

/** Two of each category: what an organiser does is as much for a longer list. */
const ENTRADAS = 48

const PERSONAS = Array.from({ length: ENTRADAS }, (_, index) => {
  const nombre = NOMBRES[index % NOMBRES.length]
  return `${nombre} ${APELLIDOS[Math.floor(index / NOMBRES.length)]}`
})

/** 24 categories of three days with entries of different names, as a spreadsheet puts it on the clipboard. */
const LISTA = [
  ['Día', 'Categoría', 'Competidor', 'Compañía'],
  ...PERSONAS.map((persona, index) => {
    const categorias = Object.entries(CATEGORIAS).flatMap(([dia, nombres]) =>
      nombres.slice(0, 8).map((nombre) => [dia, nombre]),
    )
    return [...(categorias[index % 24] ?? []), persona, COMPANIAS[index % COMPANIAS.length]]
  }),
]
  .map((fila) => fila.join('\t'))
  .join('\n')

const MUSICA = PERSONAS.map((persona, index) => ({
  name: `${persona.replaceAll(' ', '_')}.mp3`,
  mimeType: 'audio/mpeg',
  buffer: aTrack(1.1, index),
}))

const TEXTOS = {
  'Nombre del evento': 'Salsa en la Plaza',
  Edición: 'Tercera edición',
  Subtítulo: 'Campeonato de la ciudad',
  Hotel: 'Hotel del Centro',
  Dirección: 'Calle Mayor 4',
  'Enlace del mapa': 'https://mapa.example/plaza',
  'Correo de contacto': 'hola@plaza.example',
  'Teléfono de contacto': '+52 55 1111 2222',
  Derechos: 'Salsa en la Plaza, 2026',
}

/** What an organiser does with the keyboard, counted: each field, button, link and switch is one act. */
class Teclado {
  actos = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async escribe(field: Locator, text: string): Promise<void> {
    await write(field, text)
    this.actos += 1
  }

  async pulsa(control: Locator): Promise<void> {
    await activate(control)
    this.actos += 1
  }

  async tecla(control: Locator, key: string): Promise<void> {
    await reach(control)
    await this.page.keyboard.press(key)
    this.actos += 1
  }

  /** Two acts: the menu and its item. */
  async abre(item: string): Promise<void> {
    await this.pulsa(this.page.getByRole('button', { name: 'Menú', exact: true }))
    await this.pulsa(this.page.getByRole('navigation').getByRole('link', { name: item, exact: true }))
  }
}

test('an empty system becomes a whole event by the keyboard alone, in at most thirty acts from the loaded list on', async ({
  admin,
  server,
}, testInfo) => {
  const { app } = server
  if (!app) throw new Error('The server of this test runs beside it.')
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const keys = new Teclado(admin)
  const button = (name: string) => admin.getByRole('button', { name, exact: true })
  const said = (text: string) => admin.getByRole('status').filter({ hasText: text })
  await admin.goto('/#/admin')

  await keys.abre('Evento')
  for (const [label, text] of Object.entries(TEXTOS)) await keys.escribe(admin.getByLabel(label, { exact: true }), text)
  await keys.pulsa(button('Guardar Evento'))
  await expect(said('Evento guardado.')).toBeVisible()
  const cartel = { name: 'cartel.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }
  admin.once('filechooser', (chooser) => void chooser.setFiles(cartel))
  await keys.pulsa(admin.getByLabel('Agregar imagen'))
  await expect(admin.getByRole('button', { name: /^Eliminar cartel/ })).toBeVisible()
  answerPickers(admin, MUSICA)

  await keys.abre('Cargar lista')
  await admin.evaluate((text) => navigator.clipboard.writeText(text), LISTA)
  await keys.tecla(admin.getByLabel('Lista', { exact: true }), 'ControlOrMeta+v')
  await keys.pulsa(button('Revisar'))
  await expect(said(`24 categorías nuevas, ${ENTRADAS} competidores nuevos, 0 ya estaban, 0 con error.`)).toBeVisible()
  await keys.pulsa(button(`Cargar ${ENTRADAS} competidores`))
  await expect(said(`Lista cargada: ${ENTRADAS} competidores.`)).toBeVisible()
  const cargada = keys.actos
  await keys.pulsa(admin.getByLabel('Archivos (.mp3)'))
  await keys.pulsa(button(`Subir ${ENTRADAS} pistas`))
  await expect(said(`Pistas subidas: ${ENTRADAS}.`)).toBeVisible({ timeout: 120_000 })

  await keys.abre('Jueces')
  for (const juez of ['Amparo', 'Bruno', 'Celia']) {
    await keys.escribe(admin.getByLabel('Nombre del juez', { exact: true }), juez)
    await admin.keyboard.press('Enter')
    await expect(admin.getByRole('link', { name: `Enlace de ${juez}` })).toBeVisible()
  }
  const principal = admin.getByRole('article', { name: 'Amparo' }).getByRole('switch', { name: 'Juez principal' })
  await keys.tecla(principal, 'Space')
  await expect(principal).toBeChecked()

  await keys.abre('Control')
  await keys.tecla(admin.getByRole('switch', { name: 'Activar Reloj' }), 'Space')
  await expect(admin.getByRole('switch', { name: 'Activar Reloj' })).toBeChecked()
  await reach(admin.getByLabel('Inscripciones hasta'))
  await admin.keyboard.type('04102099')
  await admin.keyboard.press('Tab')
  await admin.keyboard.type('1100a')
  keys.actos += 1
  await keys.pulsa(button('Guardar Inscripciones'))
  await expect(said('Inscripciones actualizadas.')).toBeVisible()
  await keys.escribe(admin.getByLabel('Turno', { exact: true }), '1')
  await keys.pulsa(button('Guardar Turno'))
  await expect(said('Turno actualizado correctamente.')).toBeVisible()

  await keys.abre('Panel Admin')
  const falta = admin.getByRole('region', { name: 'Lo que falta' })
  // Without those of `También puedes`.
  const puntos = falta.locator('ul:not([aria-labelledby])').getByRole('link')
  await expect(puntos).toHaveText(['Sin respaldo en 24 horas'])
  // The command of the backup is one act.
  const desdeLaLista = keys.actos - cargada + 1
  testInfo.annotations.push({ type: 'acts', description: `${keys.actos}, ${desdeLaLista} from the loaded list on` })
  expect(desdeLaLista).toBeLessThanOrEqual(30)
  expect(keys.actos).toBeLessThan(50)

  const folder = await mkdtemp(join(tmpdir(), 'salsa-semanas-'))
  const now = new Date()
  await backup(app.deps.db, app.deps.files, join(folder, 'respaldo'), now)
  await noteBackup(app.deps, now)
  await expect(falta.getByText('Todo listo.')).toBeVisible()
  await expect(puntos).toHaveCount(0)
  rmSync(folder, { recursive: true })
})
