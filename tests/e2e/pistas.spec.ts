import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { APELLIDOS, NOMBRES } from '../../demo/names.ts'
import { exportTree } from '../../src/server/interchange/export.ts'
import type { TestApp } from '../support/app.ts'
import { aTrack } from '../support/mp3.ts'
import { startProxy } from '../support/proxy.ts'
import { expectSound } from './axe.ts'
import { enterAsAdmin, expect, said, test } from './fixtures.ts'

/** `Mariana y Muñoz`: 120 different names. */
const nombreAt = (index: number): string =>
  `${NOMBRES[index % 30]} y ${APELLIDOS[Math.floor(index / 30) * 4 + (index % 4)]}`
const PAREJAS = Array.from({ length: 120 }, (_, index) => nombreAt(index))
/** The order of Thursday is closed. */
const EVENTO = {
  jueves: { Salsa: PAREJAS.slice(0, 40) },
  viernes: { Bachata: PAREJAS.slice(40, 80) },
  sábado: { 'Casino parejas': [...PAREJAS.slice(80), 'Zoe'] },
}
const CERRADO = { extra: { ordenCerrado: ['jueves'] } }

/** The files as people name them: by number, with decomposed accents, without `y` and with the category. */
const archivoOf = (nombre: string, index: number): string => {
  if (index < 40) return `${String(index + 1).padStart(3, '0')} - ${nombre}.mp3`
  if (index < 80) return `${nombre.normalize('NFD').replaceAll(' ', '_')}.mp3`
  return `${nombre.toLowerCase().replace(' y ', '_')}_CASINO.MP3`
}
const mp3 = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/mpeg', buffer })
const trackOf = (index: number): Buffer => aTrack(1.2, index + 1)
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const archivos = (page: Page) => page.getByLabel('Archivos (.mp3)')
const row = (page: Page, archivo: string) => page.getByRole('row').filter({ hasText: archivo })

interface Entrada {
  readonly nombre: string
  readonly musicaPath?: string
}

/** The event as an export holds it: without the tracks, and the hash of each track by the name of its entry. */
async function exported(app: TestApp): Promise<{ readonly event: unknown; readonly tracks: Map<string, string> }> {
  const file = join(await mkdtemp(join(tmpdir(), 'salsa-pistas-')), 'evento.json')
  await exportTree(app.deps, file)
  const tree: { competidores: Record<string, Record<string, Entrada>> } = JSON.parse(readFileSync(file, 'utf8'))
  const tracks = new Map<string, string>()
  for (const entries of Object.values(tree.competidores)) {
    for (const [id, { musicaPath, ...entry }] of Object.entries(entries)) {
      entries[id] = entry
      const at = join(dirname(file), 'files', musicaPath ?? '')
      if (musicaPath !== undefined && existsSync(at)) tracks.set(entry.nombre, hash(readFileSync(at)))
    }
  }
  rmSync(dirname(file), { recursive: true })
  return { event: tree, tracks }
}

test('120 tracks named as people name them go to their entries, over a connection that is cut three times', async ({
  browser,
  another,
  server,
  seed,
}) => {
  const { app } = server
  if (!app) throw new Error('The server of this test runs beside it.')
  await seed.dias(EVENTO, CERRADO)
  const before = await exported(app)
  await using line = await startProxy(server.url, { every: 150_000, times: 3 })
  const context = await browser.newContext({ baseURL: line.url })
  const page = await context.newPage()
  await enterAsAdmin(page)
  await page.goto('/#/cargar')
  const files = PAREJAS.map((nombre, index) => mp3(archivoOf(nombre, index), trackOf(index)))
  const mp4 = Buffer.concat([Buffer.from('\0\0\0\u0020ftypM4A ', 'latin1'), aTrack(2)])
  const copia = `${nombreAt(50)} (1).mp3`
  await archivos(page).setInputFiles([
    ...files,
    mp3(copia, aTrack(3)),
    mp3('mezcla final.mp3', aTrack(3)),
    mp3('Zoe.mp3', mp4),
  ])

  await expect(page.getByRole('table').getByRole('columnheader')).toHaveText(['Archivo', 'Competidor', 'Qué pasará'])
  await expect(row(page, '001 - ')).toHaveText(/Mariana y Muñoz.*1 Mariana y Muñoz, 1 - Salsa, jueves.*Nueva/)
  const parecido = page.getByLabel(`Competidor de ${archivoOf(nombreAt(80), 80)}`)
  await expect(parecido.locator('option:checked')).toHaveText(`${nombreAt(80)}, 1 - Casino parejas, sábado`)
  await expect(row(page, copia).getByRole('cell').last()).toHaveText('Repetida')
  await expect(row(page, 'Zoe.mp3')).toContainText('Ese archivo no es un mp3, aunque su nombre lo diga.')
  await expect(row(page, 'mezcla final').getByRole('cell').last()).toHaveText(/Ningún competidor tiene ese nombre/)
  await expect(said(page, 'Por confirmar: 40.')).toBeVisible()
  await expect(button(page, 'Subir 120 pistas')).toBeEnabled()

  // Meanwhile another administrator gives one of the entries its music, and a choice is corrected there and back.
  const other = await another('admin')
  await other.goto('/#/cargar')
  const ajena = aTrack(4)
  await archivos(other).setInputFiles(mp3(`${nombreAt(0)}.mp3`, ajena))
  await button(other, 'Subir 1 pista').click()
  await expect(said(other, 'Pistas subidas: 1.')).toBeVisible()
  await expect(row(page, '001 - ').getByRole('cell').last()).toHaveText('Ya tiene')
  await parecido.selectOption({ label: 'Sin competidor' })
  await expect(button(page, 'Subir 118 pistas')).toBeEnabled()
  await parecido.selectOption({ label: `${nombreAt(80)}, 1 - Casino parejas, sábado` })

  await button(page, 'Subir 119 pistas').click()
  await expect(page.getByRole('progressbar', { name: 'Subiendo la música' })).toBeVisible()
  await expect(said(page, 'Pistas subidas: 119.')).toBeVisible({ timeout: 150_000 })
  expect(line.cuts()).toBe(3)
  await expect(page.getByRole('cell').filter({ hasText: /^Subida$/ })).toHaveCount(119)
  await expect(button(page, 'Subir 0 pistas')).toBeDisabled()

  const after = await exported(app)
  expect(after.event).toEqual(before.event)
  const expected = PAREJAS.map((nombre, index) => [nombre, hash(index === 0 ? ajena : trackOf(index))] as const)
  expect(after.tracks).toEqual(new Map(expected))
  await archivos(page).setInputFiles(files)
  await expect(page.getByRole('cell').filter({ hasText: /^Ya tiene$/ })).toHaveCount(120)
  await context.close()
})

test('a cancelled upload goes on where it stopped, and a file that the server refuses says why', async ({
  admin,
  server,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Beto', 'Caro'] } })
  await admin.goto('/#/cargar')
  await admin.route('**/api/subidas/*', () => {})
  const noise = Buffer.alloc(60_000, 7)
  const tracks = [mp3('Ana.mp3', aTrack(2)), mp3('Beto.mp3', noise), mp3('caro_salsa.mp3', aTrack(3))]
  await archivos(admin).setInputFiles(tracks)
  await expect(admin.getByLabel('Competidor de caro_salsa.mp3').locator('option:checked')).toHaveText(/^Caro, /)
  await expectSound(admin, 'chosen files')
  await button(admin, 'Subir 3 pistas').click()
  await expect(admin.getByRole('progressbar', { name: 'Subiendo Ana.mp3' })).toBeVisible()
  await admin.getByRole('button', { name: 'Menú', exact: true }).click()
  await admin.getByRole('navigation').getByRole('link', { name: 'Control', exact: true }).click()
  await button(admin, 'Seguir aquí').click()
  await button(admin, 'Cancelar').click()
  await expect(said(admin, 'Pistas subidas: 0.')).toBeVisible()
  await expect(button(admin, 'Subir 3 pistas')).toBeFocused()

  await admin.unroute('**/api/subidas/*')
  await button(admin, 'Subir 3 pistas').click()
  await expect(said(admin, 'Pistas subidas: 2.')).toContainText('Con error: 1. Cada archivo dice por qué.')
  await expect(row(admin, 'Beto.mp3')).toContainText('Beto.mp3 no es un mp3. Conviértelo a mp3 y vuelve a subirlo.')
  await expectSound(admin, 'uploaded files')
  const { tracks: kept } = await exported(server.app ?? fail())
  expect(Object.fromEntries(kept)).toEqual({ Ana: hash(aTrack(2)), Caro: hash(aTrack(3)) })
})

test('an entry that gets its music from another administrator meanwhile keeps it; pressing twice changes nothing', async ({
  admin,
  another,
  server,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Beto'] } })
  let held = 0
  const released = Promise.withResolvers<void>()
  await admin.route('**/api/inscripciones/*', async (route) => {
    held += 1
    await released.promise
    await route.continue()
  })
  await admin.goto('/#/cargar')
  await archivos(admin).setInputFiles([mp3('Ana.mp3', aTrack(2)), mp3('Beto.mp3', aTrack(3))])
  await button(admin, 'Subir 2 pistas').dblclick()
  await expect.poll(() => held).toBe(2)

  const other = await another('admin')
  await other.goto('/#/cargar')
  await archivos(other).setInputFiles(mp3('Ana.mp3', aTrack(4)))
  await button(other, 'Subir 1 pista').click()
  await expect(said(other, 'Pistas subidas: 1.')).toBeVisible()

  released.resolve()
  await expect(said(admin, 'Pistas subidas: 1.')).toBeVisible()
  await expect(row(admin, 'Ana.mp3').getByRole('cell').last()).toHaveText('Ya tiene')
  const { tracks } = await exported(server.app ?? fail())
  expect(Object.fromEntries(tracks)).toEqual({ Ana: hash(aTrack(4)), Beto: hash(aTrack(3)) })
})

function fail(): never {
  throw new Error('The server of this test runs beside it.')
}
