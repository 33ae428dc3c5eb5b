import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { viewKey } from '#contract/view.ts'
import { jueces } from '#contract/views/jueces.ts'
import { CHROMIUM_ARGS } from '../tests/support/chromium.ts'
import { startServer } from '../tests/support/server.ts'
import { effort } from './effort.ts'
import { percentile } from './figures.ts'
import type { Goal } from './goal.ts'
import { ADMIN, ADMIN_ENV, importEvent } from './server.ts'

const SLOWDOWN = effort(4)
const TAPS = effort(24, 2)
const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true, locale: 'es-MX' }
const EVENT = {
  categorias: { casino: { nombre: 'Casino', dia: 'jueves', orden: 1, fechaCreacion: '2025-03-01T15:00:00.000Z' } },
  competidores: {
    casino: { ana: { nombre: 'Ana', categoria: 'Casino', dia: 'jueves', orden: 1, fechaInscripcion: '2025-03-20' } },
  },
  adminMinutoAMinuto: { dia: 'jueves', selectedRow: 1 },
}

/** The time from a tap on the keypad to `Guardado en este dispositivo`, beside a bare strict write of IndexedDB in the same page. */
export async function tap(executablePath: string, rounds: number): Promise<Goal[]> {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-tableta-'))
  const env = { DATA_DIR: folder, ...ADMIN_ENV }
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] })
  try {
    const file = join(folder, 'evento.json')
    writeFileSync(file, JSON.stringify(EVENT))
    await importEvent(file, env)
    await using server = await startServer(env)
    const context = await browser.newContext({ ...TABLET, baseURL: server.url })
    const page = await context.newPage()
    await page.goto(await linkOfJudge(page, server.url))
    await page.getByRole('spinbutton').first().waitFor()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.evaluate(watchSaves)
    const baseline: number[] = []
    const subject: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      baseline.push(percentile(await page.evaluate(bareWrites, TAPS), 0.95))
      subject.push(percentile(await saves(page), 0.95))
    }
    const notes = `p95 of ${TAPS} taps, CPU ${SLOWDOWN}x slower; the baseline is a strict write of IndexedDB alone`
    return [{ name: 'page: tap to Guardado en este dispositivo', unit: 'ms', limit: null, baseline, subject, notes }]
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Adds a judge, and returns the address of the judge's link. */
async function linkOfJudge({ request }: Page, origin: string): Promise<string> {
  const headers = { origin }
  await request.post('/api/sesion', { data: ADMIN, headers })
  await request.post('/api/jueces', { data: { nombre: 'Amparo' }, headers })
  for (;;) {
    const answer = await request.get(`/api/vistas?views=${viewKey(jueces)}`)
    const { views }: { views: Record<string, Record<string, { enlace?: string }>> } = await answer.json()
    const enlace = Object.values(views[viewKey(jueces)] ?? {}).find((part) => part.enlace)?.enlace
    await request.delete('/api/sesion', { headers })
    if (enlace) return `/#/juez/${enlace}`
    await request.post('/api/sesion', { data: ADMIN, headers })
  }
}

/** Taps a whole number and a tenth in turns, each after the save of the one before. Returns the time of each save, in ms. */
async function saves(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < TAPS; n += 1) {
    const label = n % 2 === 0 ? String(6 + ((n / 2) % 4)) : '.5'
    await page.getByRole('button', { name: label, exact: true }).tap()
    times.push(await page.evaluate(() => Reflect.get(window, 'saved')))
  }
  return times
}

/** Runs in the page: `saved` resolves with the time from the last tap to the completed write, as the bar tells it. */
function watchSaves(): void {
  const bar = document.querySelector('.juez-bar')
  document.addEventListener(
    'click',
    () => {
      const from = performance.now()
      const saved = new Promise<number>((resolve) => {
        let isWriting = false
        const observer = new MutationObserver(() => {
          const said = bar?.textContent ?? ''
          isWriting ||= said.includes('Guardando')
          if (!isWriting || !said.includes('Guardado en este dispositivo')) return
          observer.disconnect()
          resolve(performance.now() - from)
        })
        observer.observe(document.body, { childList: true, characterData: true, subtree: true })
      })
      Object.assign(window, { saved })
    },
    { capture: true },
  )
}

/** Runs in the page: the time of each of some strict writes, in ms. */
async function bareWrites(count: number): Promise<number[]> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('bench', 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('marcas'))
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(new Error('IndexedDB did not open.')))
  })
  const times: number[] = []
  for (let n = 0; n < count; n += 1) {
    const from = performance.now()
    await new Promise<void>((resolve, reject) => {
      const writing = db.transaction('marcas', 'readwrite', { durability: 'strict' })
      writing.objectStore('marcas').put({ criterios: { b_tiempo: '8.5' }, n }, 'ana')
      writing.addEventListener('complete', () => resolve())
      writing.addEventListener('error', () => reject(new Error('IndexedDB did not write.')))
    })
    times.push(performance.now() - from)
  }
  db.close()
  return times
}
