import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicUrl } from '#contract/publico.ts'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { ALWAYS } from '../src/web/device/rule.ts'
import { CHROMIUM_ARGS, findChromium } from '../tests/support/chromium.ts'
import { startServer } from '../tests/support/server.ts'
import { effort } from './effort.ts'
import { skipped, type Goal } from './goal.ts'
import { premiacion } from './premiacion.ts'
import { sonido } from './sonido.ts'
import { aLongDay, longestTask, press } from './press.ts'
import { EVENT, importEvent } from './server.ts'
import { tap } from './tap.ts'

/** A phone at the back of a full hall. */
const DOWN_BYTES_PER_S = effort((1.44 * 1024 * 1024) / 8, 10 * 1024 ** 2)
const LATENCY_MS = effort(562)
const SLOWDOWN = effort(4)
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, locale: 'es-MX', hasTouch: true }
const SCREENS = ['/', '/horario', '/calificaciones'] as const
type Screen = (typeof SCREENS)[number]
/** 300 entries of a day: in categories as large as those of the event, and in a few very large ones. */
const USUAL_DAY = { categorias: effort(30, 5), competidores: 10 } as const
const LARGE_CATEGORIES = { categorias: effort(6, 2), competidores: 50 } as const

interface Seen {
  readonly first: number
  readonly largest: number
  /** When the content that a visitor comes for was painted. */
  readonly content: number
  readonly shift: number
  readonly errors: readonly string[]
}

/** How long the first screens take on a slow phone, at the first visit and at the second, and how they scroll. */
export async function page(_streams: readonly number[], rounds: number): Promise<Goal[]> {
  const found = findChromium()
  if (found.path === undefined) return [skipped('page', found.reason)]
  return [
    ...(await firstSight(found.path, rounds)),
    await scroll(found.path, rounds, USUAL_DAY, 1),
    await scroll(found.path, rounds, LARGE_CATEGORIES, null),
    ...(await press(found.path, rounds)),
    ...(await tap(found.path, rounds)),
    await premiacion(found.path, rounds),
    await sonido(found.path),
  ]
}

async function firstSight(executablePath: string, rounds: number): Promise<Goal[]> {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-pagina-'))
  const env = { DATA_DIR: folder }
  await importEvent(EVENT, env)
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] })
  try {
    await using server = await startServer(env)
    const cold: Record<Screen, Seen[]> = { '/': [], '/horario': [], '/calificaciones': [] }
    const again: Record<Screen, Seen[]> = { '/': [], '/horario': [], '/calificaciones': [] }
    for (let round = 0; round < rounds; round += 1) {
      for (const screen of SCREENS) {
        await using context = await browser.newContext(PHONE)
        cold[screen].push(await open(context, server.url, screen))
        if (screen === '/') continue
        await keepAll(context, server.url, screen)
        again[screen].push(await open(context, server.url, screen))
      }
    }
    const slow = `1.44 Mbit/s, ${LATENCY_MS} ms, CPU ${SLOWDOWN}x slower; the baseline is what was promised`
    const goal = (name: string, promised: number, seen: readonly Seen[], of: keyof Omit<Seen, 'errors'>): Goal => ({
      name: `page: ${name}`,
      unit: of === 'shift' ? '' : 'ms',
      limit: 1,
      baseline: seen.map(() => promised),
      subject: seen.map((one) => one[of]),
      fault: seen.flatMap(({ errors }) => errors)[0],
      notes: `${slow}; ${name.endsWith(SECOND) ? AGAIN : 'nothing cached'}`,
    })
    const shifts = (seen: Record<Screen, Seen[]>, visit: string): Goal[] =>
      SCREENS.filter((screen) => seen[screen].length > 0).map((screen) =>
        goal(`layout shift of ${screen}${visit}`, 0.02, seen[screen], 'shift'),
      )
    // What was promised, in ms from the tap.
    return [
      goal('first paint of /', 850, cold['/'], 'first'),
      goal('largest paint of /', 1_900, cold['/'], 'largest'),
      goal('first times of /horario', 1_900, cold['/horario'], 'content'),
      goal('first places of /calificaciones', 2_200, cold['/calificaciones'], 'content'),
      goal(`first times of /horario${SECOND}`, 1_000, again['/horario'], 'content'),
      goal(`first places of /calificaciones${SECOND}`, 1_000, again['/calificaciones'], 'content'),
      ...shifts(cold, ''),
      ...shifts(again, SECOND),
    ]
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const SECOND = ', second visit'
const AGAIN =
  'visited once, so with worker, files and copies in place; what the worker fetches itself, the page among it, is not slowed down'

/** A visit without a slow network that lasts until the worker has the page and the copies of the public views are kept. */
async function keepAll(context: BrowserContext, origin: string, screen: Screen): Promise<void> {
  const tab = await context.newPage()
  await tab.goto(`${origin}/#${screen}`)
  const addresses = ['/', ...ALWAYS.map(publicUrl)]
  const isKept = async (wanted: readonly string[]): Promise<boolean> => {
    await navigator.serviceWorker.ready
    const kept = await Promise.all(wanted.map((path) => caches.match(path, { ignoreVary: true })))
    return kept.every((answer) => answer !== undefined)
  }
  const end = Date.now() + 30_000
  while (!(await tab.evaluate(isKept, addresses))) {
    if (Date.now() > end) throw new Error('The page was not kept.')
    await tab.waitForTimeout(200)
  }
  await tab.close()
}

/** Opens an address on a slow phone and waits until its content is painted and nothing larger comes. */
async function open(context: BrowserContext, origin: string, screen: Screen): Promise<Seen> {
  const tab = await context.newPage()
  const errors: string[] = []
  tab.on('console', (message) => (message.type() === 'error' ? errors.push(message.text()) : undefined))
  tab.on('pageerror', ({ message }) => errors.push(message))
  const devtools = await context.newCDPSession(tab)
  await devtools.send('Network.enable')
  const speed = { downloadThroughput: DOWN_BYTES_PER_S, uploadThroughput: DOWN_BYTES_PER_S, latency: LATENCY_MS }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...speed })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await tab.addInitScript(watch, screen)
  await tab.goto(`${origin}/#${screen}`)
  await tab.waitForFunction(() => Number(Reflect.get(window, 'seen').content) > 0, undefined, { timeout: 30_000 })
  // The largest paint and the shifts are only known once everything has come: fonts, images, the stream.
  await tab.waitForTimeout(SETTLED_MS)
  const seen: Omit<Seen, 'errors'> = await tab.evaluate(() => Reflect.get(window, 'seen'))
  await tab.close()
  return { ...seen, errors }
}

const SETTLED_MS = effort(3_000, 100)

/** Runs in the page: notes the paints and the shifts, and when the content of the screen is there. */
function watch(screen: string): void {
  const seen = { first: 0, largest: 0, content: 0, shift: 0 }
  Object.assign(window, { seen })
  const note = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry)
    }).observe({ type, buffered: true })
  note('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.first = startTime
  })
  note('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime
  })
  note('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) seen.shift += Number(Reflect.get(entry, 'value'))
  })
  const isThere = (): boolean => {
    if (screen === '/') return document.querySelector('[aria-label="Galería"]') !== null
    const wanted = screen === '/horario' ? /\d\d:\d\d/ : /\d/
    return [...document.querySelectorAll('main td, main th')].some((cell) => wanted.test(cell.textContent))
  }
  new MutationObserver(() => {
    if (seen.content === 0 && isThere()) requestAnimationFrame(() => (seen.content ||= performance.now()))
  }).observe(document, { childList: true, subtree: true })
}

/** The longest task while a finger scrolls a schedule from its top to its end. */
async function scroll(
  executablePath: string,
  rounds: number,
  { categorias, competidores }: { readonly categorias: number; readonly competidores: number },
  limit: number | null,
): Promise<Goal> {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-recorrido-'))
  const env = { DATA_DIR: folder }
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] })
  try {
    const event = join(folder, 'evento.json')
    writeFileSync(event, JSON.stringify(aLongDay(categorias, competidores)))
    await importEvent(event, env)
    await using server = await startServer(env)
    const subject: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await using context = await browser.newContext(PHONE)
      const tab = await context.newPage()
      const devtools = await context.newCDPSession(tab)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      await tab.goto(`${server.url}/#/horario`)
      await tab.getByText(`Pareja ${categorias}-${competidores}`, { exact: true }).waitFor({ state: 'attached' })
      // The worker and the other screens load 2 s after the start: that is no part of a scroll.
      await tab.waitForTimeout(SETTLED_MS)
      subject.push(
        await longestTask({ browser, page: tab }, async () => {
          await swipe(tab, -1)
          await swipe(tab, 1)
        }),
      )
    }
    const notes = `CPU ${SLOWDOWN}x slower; from the turn to the top, then to the end; the baseline is what was promised`
    const name = `page: longest task of a scroll through ${categorias * competidores} entries in ${categorias} categories`
    return { name, unit: 'ms', limit, baseline: subject.map(() => 50), subject, notes }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Swipes up (1) or down (-1) until the page does not move any more. */
async function swipe(tab: Page, direction: 1 | -1): Promise<void> {
  const devtools = await tab.context().newCDPSession(tab)
  const place = { x: 195, y: 420 }
  for (let before = Number.NaN, now = -1; now !== before;) {
    before = now
    await devtools.send('Input.synthesizeScrollGesture', { ...place, yDistance: -direction * 3_000, speed: 4_000 })
    now = await tab.evaluate(() => scrollY)
  }
}
