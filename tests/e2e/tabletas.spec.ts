import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Miembro } from '#domain/jurado.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { startLossyProxy, type LossyProxy } from '../support/lossy.ts'
import { expect, test } from './fixtures.ts'
import { act, addJuez, entrarComoJuez, readView, setTurno } from './jueces.ts'
import { bar, enviar, openFromList, storedMarcas } from './tableta.ts'

/** One who stays, one who reloads, one who opens another page: more of them take more time, and no other way. */
const JUECES = ['Amparo', 'Bruno', 'Celia']
const NOMBRES = Array.from({ length: 12 }, (_, index) => `Pareja ${String.fromCharCode(65 + index)}`)
/** A general category has six criteria. */
const CRITERIOS = 6
/** The category that gets another name while a tablet is without network. */
const RENAMED = { turno: 4, id: 'jueves-1' }
/** The judge who is without network for five entries and reloads, and the one whose page is closed and opened again. */
const RELOADS = { juez: 1, from: 2, to: 6 }
const REOPENS = { juez: 2, from: 8, to: 10 }

interface Tableta {
  readonly indice: number
  readonly context: BrowserContext
  readonly proxy: LossyProxy
  page: Page
}

/** The mark of a criterion in tenths: another one for each judge, entry and criterion. */
const decimas = (juez: number, turno: number, criterio: number): number => (juez * 17 + turno * 7 + criterio * 11) % 101
const text = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10}`

function totalOf(juez: number, turno: number): string {
  const tenths = Array.from({ length: CRITERIOS }, (_, criterio) => decimas(juez, turno, criterio))
  return `${text(tenths.reduce((sum, one) => sum + one, 0))}0`
}

test('three tablets score twelve entries over a line that loses, repeats and reorders: each mark is stored once', async ({
  browser,
  server,
  place,
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Parejas: NOMBRES.slice(0, 6), Solistas: NOMBRES.slice(6) } })
  await setTurno(admin, 1)
  // Reads the database beside the server.
  await using app = await startApp({ place })
  const tabletas: Tableta[] = []
  for (const [indice, nombre] of JUECES.entries()) {
    const proxy = await startLossyProxy(server.url, indice + 1)
    tabletas.push(await open(browser, proxy, { indice, enlace: await addJuez(admin, nombre) }))
  }

  for (const [index, nombre] of NOMBRES.entries()) {
    const turno = index + 1
    await setTurno(admin, turno)
    // A tablet holds marks of this category that it cannot send yet.
    if (turno === RENAMED.turno) await act(admin, 'PUT', `/api/categorias/${RENAMED.id}`, { nombre: 'Parejas Élite' })
    await Promise.all(tabletas.map((tableta) => score(tableta, turno, nombre)))
    await expectFaltan(admin, app)
  }

  for (const { proxy } of tabletas) proxy.set('whole')
  for (const { page } of tabletas) {
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(bar(page)).toContainText('Enviado')
    await expect(bar(page)).not.toContainText('pendiente')
  }
  const faults = tabletas.map(({ proxy }) => proxy.faults())
  expect(Math.min(...faults)).toBeGreaterThan(2)
  expect(faults.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(20)
  await expectFaltan(admin, app)
  await expectStored(app)
  for (const { context, proxy } of tabletas) {
    await context.close()
    await proxy[Symbol.asyncDispose]()
  }
})

/** Opens a tablet by the link of its judge, and waits until it can open without network. */
async function open(
  browser: Browser,
  proxy: LossyProxy,
  { indice, enlace }: { indice: number; enlace: Parameters<typeof entrarComoJuez>[1] },
): Promise<Tableta> {
  const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await entrarComoJuez(page, enlace)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(NOMBRES[0] ?? '')
  if (indice === RELOADS.juez || indice === REOPENS.juez)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  proxy.set('lossy')
  return { indice, context, proxy, page }
}

/** Scores an entry as the judge of a tablet would, with or without network. */
async function score(tableta: Tableta, turno: number, nombre: string): Promise<void> {
  const { indice, proxy } = tableta
  const offline = [RELOADS, REOPENS].find(({ juez }) => juez === indice)
  const isOffline = offline !== undefined && turno >= offline.from && turno <= offline.to
  if (turno === offline?.from) {
    await followTurno(tableta.page, nombre)
    proxy.set('down')
  }
  if (offline && turno === offline.from + 1) await restart(tableta)
  const { page } = tableta
  if (isOffline && turno > offline.from) await openFromList(page, nombre)
  else await followTurno(page, nombre)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(nombre)
  // Right after the turn has moved the screen, keys mark nothing.
  await expect(page.getByRole('spinbutton').first()).toBeEnabled()
  await page.getByRole('spinbutton').first().focus()
  for (let criterio = 0; criterio < CRITERIOS; criterio += 1) {
    await page.keyboard.type(text(decimas(indice, turno, criterio)))
    await page.keyboard.press('Enter')
  }
  await expect(bar(page)).toContainText('Guardado en este dispositivo')
  await enviar(page).click()
  await expect(enviar(page)).toBeDisabled()
  if (turno === offline?.to) proxy.set('lossy')
}

/** The page follows the turn. Over this line a stream may take half a minute to come back: then the judge uses the list. */
async function followTurno(page: Page, nombre: string): Promise<void> {
  const followed = expect(page.getByRole('heading', { level: 1 })).toContainText(nombre, { timeout: 5_000 })
  await followed.catch(() => openFromList(page, nombre))
}

/** Reloads the page without network, or closes it and opens another one. */
async function restart(tableta: Tableta): Promise<void> {
  if (tableta.indice === RELOADS.juez) {
    await tableta.page.reload()
    return
  }
  await tableta.page.close()
  tableta.page = await tableta.context.newPage()
  await tableta.page.goto('/#/juez')
}

/** The missing judges of every entry, as the organiser sees them, are those without a stored mark. */
async function expectFaltan(admin: Page, app: TestApp): Promise<void> {
  const shown = async (): Promise<unknown> => {
    const parts = await readView(admin, 'mesaDeDia?dia=jueves')
    const entries = parts.flatMap((part) => (hasCompetidores(part) ? part.competidores : []))
    return Object.fromEntries(entries.map(({ nombre, faltan }) => [nombre, faltan.map((juez) => juez.nombre)]))
  }
  const stored = async (): Promise<unknown> => {
    const marcas = await storedMarcas(app)
    const missing = (nombre: string) =>
      JUECES.filter((juez) => !marcas.some((marca) => marca.startsWith(`${juez} ${nombre} `)))
    return Object.fromEntries(NOMBRES.map((nombre) => [nombre, missing(nombre)]))
  }
  // Marks arrive while both are read.
  await expect(async () => expect(await shown()).toEqual(await stored())).toPass()
}

function hasCompetidores(
  part: unknown,
): part is { readonly competidores: readonly { readonly nombre: string; readonly faltan: readonly Miembro[] }[] } {
  return typeof part === 'object' && part !== null && 'competidores' in part
}

/** Reads the database: one mark per judge and entry, written once, with the total of an independent sum. */
async function expectStored(app: TestApp): Promise<void> {
  const { cambios, tardias } = await app.deps.db.read(async (tx) => ({
    cambios: await tx.selectFrom('change_log').select('revision').where('kind', '=', 'calificacion').execute(),
    tardias: await tx.selectFrom('tardia').select('id').execute(),
  }))
  const expected = JUECES.flatMap((juez, indice) =>
    NOMBRES.map((nombre, index) => `${juez} ${nombre} ${totalOf(indice, index + 1)} v1`),
  )
  expect(await storedMarcas(app)).toEqual(expected.toSorted())
  expect(cambios).toHaveLength(expected.length)
  expect(tardias).toEqual([])
}
