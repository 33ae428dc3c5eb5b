import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { APELLIDOS, CATEGORIAS, COMPANIAS, NOMBRES } from '../../demo/names.ts'
import { backup, noteBackup } from '../../src/server/backup/backup.ts'
import { exportTree } from '../../src/server/interchange/export.ts'
import { aTrack } from '../support/mp3.ts'
import { expect, test } from './fixtures.ts'
import { activate, reach, write } from './keys.ts'

const ENTRADAS = 220

/** 24 categories of three days with 220 entries of different names, as a spreadsheet puts it on the clipboard. */
const LISTA = [
  ['Día', 'Categoría', 'Competidor', 'Compañía'],
  ...Array.from({ length: ENTRADAS }, (_, index) => {
    const categorias = Object.entries(CATEGORIAS).flatMap(([dia, nombres]) =>
      nombres.slice(0, 8).map((nombre) => [dia, nombre]),
    )
    const nombre = NOMBRES[index % NOMBRES.length]
    const apellido = APELLIDOS[Math.floor(index / NOMBRES.length)]
    return [...(categorias[index % 24] ?? []), `${nombre} ${apellido}`, COMPANIAS[index % COMPANIAS.length]]
  }),
]
  .map((fila) => fila.join('\t'))
  .join('\n')

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

test('an empty system becomes a whole event by the keyboard alone, in less than fifty acts', async ({
  admin,
  server,
  seed,
}, testInfo) => {
  testInfo.setTimeout(180_000)
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

  await keys.abre('Cargar lista')
  await admin.evaluate((text) => navigator.clipboard.writeText(text), LISTA)
  await keys.tecla(admin.getByLabel('Lista', { exact: true }), 'ControlOrMeta+v')
  await keys.pulsa(button('Revisar'))
  await expect(said('24 categorías nuevas, 220 competidores nuevos, 0 ya estaban, 0 con error.')).toBeVisible()
  await keys.pulsa(button('Cargar 220 competidores'))
  await expect(said('Lista cargada: 220 competidores.')).toBeVisible()

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
  const puntos = falta.getByRole('listitem').getByRole('link')
  await expect(puntos).toHaveText(['Entradas sin música: 220', 'Sin respaldo en 24 horas'])
  testInfo.annotations.push({ type: 'acts', description: String(keys.actos) })
  expect(keys.actos).toBeLessThan(50)

  // The music comes with an import of what was exported.
  const folder = await mkdtemp(join(tmpdir(), 'salsa-semanas-'))
  const file = join(folder, 'evento.json')
  await exportTree(app.deps, file)
  const tree: Arbol = JSON.parse(readFileSync(file, 'utf8'))
  for (const entrada of Object.values(tree.competidores).flatMap(Object.values)) entrada.musicaPath = 'musica/todas.mp3'
  await seed.tree({ ...tree }, { 'musica/todas.mp3': aTrack(2) })
  await expect(puntos).toHaveText(['Sin respaldo en 24 horas'])
  const now = new Date()
  await backup(app.deps.db, app.deps.files, join(folder, 'respaldo'), now)
  await noteBackup(app.deps, now)
  await expect(falta.getByText('Todo listo.')).toBeVisible()
  await expect(puntos).toHaveCount(0)
  rmSync(folder, { recursive: true })
})

interface Arbol {
  readonly competidores: Readonly<Record<string, Readonly<Record<string, { musicaPath?: string }>>>>
}
