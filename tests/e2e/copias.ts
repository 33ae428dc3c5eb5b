import type { Locator, Page } from '@playwright/test'
import type { Seed } from './fixtures.ts'
import { controlled, expect, keptOn, type Entry } from './telefono.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea'] }, viernes: { Casino: ['Eva', 'Fito'] } }
export const SIN_CONEXION = /^Sin conexión, datos de las? \d\d:\d\d$/

/** The points of an entry in the kept bytes: hundredths. */
export const DE_ANA = '"puntos":5105'
export const DE_EVA = '"puntos":7770'

const marcas = (deAna: string) => ({
  jueves: { Salsa: { Ana: { Amparo: { l_calificacion: deAna } }, Bea: { Amparo: { l_calificacion: '40' } } } },
  viernes: { Casino: { Eva: { Amparo: { l_calificacion: '77.70' } } } },
})

export async function publish(seed: Seed, ajustes: object = {}, deAna = '51.05'): Promise<void> {
  await seed.dias(DIAS, {
    adminMinutoAMinuto: { mostrarCalificaciones: true, activarReloj: true, ...ajustes },
    calificaciones: marcas(deAna),
  })
}

export const dia = (page: Page, nombre: string): Locator =>
  page.getByRole('region', { name: `Resultados del día: ${nombre}` })
export const enVivo = (page: Page): Locator => page.getByRole('banner').getByText('En vivo', { exact: true })
export const copiesOn = async (page: Page): Promise<Entry[]> =>
  (await keptOn(page)).filter(({ cache }) => cache.startsWith('publico-'))

/** Waits until the copies of the public views are on the device, and those of these texts. */
export async function kept(page: Page, ...texts: readonly string[]): Promise<void> {
  await controlled(page)
  const all = async () => (await copiesOn(page)).map(({ body }) => body).join(' ')
  await expect.poll(async () => (await copiesOn(page)).length).toBeGreaterThanOrEqual(5)
  for (const text of texts) await expect.poll(all).toContain(text)
}

/** The data that the browser keeps of this site, as text: caches, storage and databases. */
export async function everythingOn(page: Page): Promise<string> {
  const caches = await keptOn(page)
  const rest = await page.evaluate(async () => {
    const ask = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)]
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await ask(indexedDB.open(name))
      for (const store of db.objectStoreNames) found.push(await ask(db.transaction(store).objectStore(store).getAll()))
      db.close()
    }
    return JSON.stringify(found)
  })
  // The files of the build hold no data, and the page is compared in worker.spec.ts.
  const copies = caches.filter(({ cache }) => cache.startsWith('publico-'))
  return [...copies.map(({ path, body }) => path + body), rest].join('\n')
}

/** A record of a page since its start: each state of the marks, the texts of live regions, and how far content moved. */
export interface Seen {
  readonly states: readonly { readonly rows: boolean; readonly connecting: boolean; readonly live: boolean }[]
  readonly said: readonly string[]
  readonly shift: number
}

/** Notes in every page of this tab, from its start, what `seenOn` returns. */
export async function note(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { states: [] as object[], said: [] as string[], shift: 0 }
    Object.assign(window, { seen })
    const textOf = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map(({ textContent }) => textContent).join(' ')
    new MutationObserver(() => {
      const header = textOf('header')
      const connecting = header.includes('Conectando…')
      seen.states.push({ rows: textOf('main td') !== '', connecting, live: header.includes('En vivo') })
      const said = textOf('[aria-live=polite], [aria-live=assertive]').trim()
      if (said !== '' && said !== seen.said.at(-1)) seen.said.push(said)
    }).observe(document, { childList: true, subtree: true, characterData: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export const seenOn = (page: Page): Promise<Seen> => page.evaluate(() => Reflect.get(window, 'seen'))
