import type { Page } from '@playwright/test'
import { viewKey } from '#contract/view.ts'
import { jueces, type JuezPart } from '#contract/views/jueces.ts'
import { expect } from './fixtures.ts'

export interface JuezConEnlace {
  readonly id: string
  /** The address of the personal link, from the root. */
  readonly path: string
}

type Method = 'POST' | 'PUT' | 'DELETE'

/** A request of the organiser, by the same door as the screen. */
export async function act(admin: Page, method: Method, path: string, data: unknown = {}): Promise<unknown> {
  const { origin } = new URL((await admin.request.get('/healthz')).url())
  const answer = await admin.request.fetch(path, { method, data, headers: { origin } })
  expect(answer.status()).toBe(200)
  return answer.json()
}

/** Adds a judge. */
export async function addJuez(admin: Page, nombre: string): Promise<JuezConEnlace> {
  await act(admin, 'POST', '/api/jueces', { nombre })
  return enlaceOf(admin, nombre)
}

/** The parts of a view, as the organiser sees them now. */
export async function readView(admin: Page, key: string): Promise<unknown[]> {
  const answer = await admin.request.get(`/api/vistas?views=${encodeURIComponent(key)}`)
  const { views }: { views: Record<string, Record<string, unknown>> } = await answer.json()
  return Object.values(views[key] ?? {})
}

/** The link that a judge, by name or by id, has now. The view follows a command within a moment. */
export async function enlaceOf(admin: Page, who: string): Promise<JuezConEnlace> {
  const find = async () => (await readJueces(admin)).find(({ id, nombre }) => nombre === who || id === who)
  await expect.poll(find).toBeDefined()
  const juez = await find()
  return { id: juez?.id ?? '', path: `/#/juez/${juez?.enlace}` }
}

async function readJueces(admin: Page): Promise<JuezPart[]> {
  const key = viewKey(jueces)
  const answer = await admin.request.get(`/api/vistas?views=${encodeURIComponent(key)}`)
  const { views }: { views: Record<string, Record<string, JuezPart>> } = await answer.json()
  return Object.values(views[key] ?? {}).filter((part) => part.tipo === 'juez')
}

/** Signs a browser in as a judge, on the judge's screen. */
export async function entrarComoJuez(page: Page, { path }: JuezConEnlace): Promise<void> {
  await page.goto(path)
  await expect(page).toHaveURL(/#\/juez$/)
}

/** Gives the turn to a position of the active day. */
export async function setTurno(admin: Page, selectedRow: number): Promise<void> {
  await act(admin, 'PUT', '/api/turno', { selectedRow })
}
