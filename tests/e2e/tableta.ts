import type { Locator, Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { expect, type Seed } from './fixtures.ts'
import { addJuez, entrarComoJuez, setTurno, type JuezConEnlace } from './jueces.ts'

export const DIA = { jueves: { 'Casino Parejas': ['Ana y Luis', 'Eva y Hugo', 'Iris y Noé'] } }
export const CRITERIOS = [
  'Tiempo',
  'Técnica',
  'Musicalidad',
  'Dificultad',
  'Originalidad',
  'Coordinación',
  'Presentación visual',
  'Cubanía',
]

export const bar = (page: Page): Locator => page.getByRole('status').filter({ hasText: /./ }).last()
export const criterio = (page: Page, name: string): Locator => page.getByRole('spinbutton', { name, exact: true })
export const enviar = (page: Page): Locator => page.getByRole('button', { name: 'Enviar' })
export const key = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** A judge on a tablet, at the entry that has the turn. */
export async function calificando(admin: Page, tablet: Page, seed: Seed): Promise<JuezConEnlace> {
  await seed.dias(DIA)
  await setTurno(admin, 1)
  const juez = await addJuez(admin, 'Amparo')
  await entrarComoJuez(tablet, juez)
  return juez
}

/** Types a mark for every criterion. */
export async function type(page: Page, mark: string): Promise<void> {
  for (const name of CRITERIOS) await criterio(page, name).fill(mark)
  await expect(bar(page)).toContainText('Guardado en este dispositivo')
}

/** Shows an entry that is still to be scored. */
export async function openFromList(page: Page, nombre: string): Promise<void> {
  const list = page.getByRole('list', { name: 'Por calificar' })
  await list.getByRole('button').filter({ hasText: nombre }).click()
}

/** Cuts the page off from the server. */
export async function goOffline(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort())
}

/** Sends a mark that waits on the device for the network. */
export async function sendOffline(page: Page, mark: string): Promise<void> {
  await type(page, mark)
  await goOffline(page)
  await enviar(page).click()
  await expect(bar(page)).toContainText('1 pendiente')
}

export async function goOnline(page: Page): Promise<void> {
  await page.unroute('**/api/**')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

/** The stored marks, sorted: judge, entry, total and version. */
export async function storedMarcas({ deps }: TestApp): Promise<string[]> {
  const marcas = await deps.db.read((tx) =>
    tx
      .selectFrom('calificaciones')
      .innerJoin('jueces', 'jueces.id', 'calificaciones.juezId')
      .innerJoin('competidores', 'competidores.id', 'calificaciones.competidorId')
      .select(['jueces.nombre as juez', 'competidores.nombre as competidor', 'l_calificacion', 'version'])
      .execute(),
  )
  return marcas.map((one) => `${one.juez} ${one.competidor} ${one.l_calificacion} v${one.version}`).toSorted()
}
