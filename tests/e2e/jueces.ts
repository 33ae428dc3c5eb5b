import type { Page } from '@playwright/test'
import { criteriosOfTipo } from '#domain/criterios.ts'
import { viewKey } from '#contract/view.ts'
import { jueces, type JuezPart } from '#contract/views/jueces.ts'
import { expect } from './fixtures.ts'

export interface JuezConEnlace {
  readonly id: string
  /** The address of the personal link, from the root. */
  readonly path: string
}

type Method = 'POST' | 'PUT' | 'DELETE'

/** A request of the organiser, as the screen would send it. */
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

export interface JuezConToken extends JuezConEnlace {
  /** The API token. */
  readonly token: string
}

/** Adds a judge with an API token. */
export async function addJuezConToken(admin: Page, nombre: string): Promise<JuezConToken> {
  const juez = await addJuez(admin, nombre)
  const token = Reflect.get(Object(await act(admin, 'POST', `/api/jueces/${juez.id}/token`)), 'token')
  return { ...juez, token: String(token) }
}

/** Sends the same mark for every criterion of a general category, or for each criterion by name its own. */
export async function sendMarca(
  page: Page,
  { token }: JuezConToken,
  competidorId: string,
  puntos: string | Readonly<Record<string, string>>,
): Promise<void> {
  const puntosOf = (nombre: string) => (typeof puntos === 'string' ? puntos : (puntos[nombre] ?? '5'))
  const criterios = Object.fromEntries(criteriosOfTipo('general').map(({ clave, nombre }) => [clave, puntosOf(nombre)]))
  const answer = await page.request.put(`/api/calificaciones/${competidorId}`, {
    data: { criterios, version: 0 },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(200)
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

/** Opens the page of the judges with its scales, weights and tie-break unfolded. */
export async function openReglas(page: Page): Promise<void> {
  await page.goto('/#/jueces')
  await unfoldReglas(page)
}

export async function unfoldReglas(page: Page): Promise<void> {
  await page.getByText('Reglas de calificación', { exact: true }).click()
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
