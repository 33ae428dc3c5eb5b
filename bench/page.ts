import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../tests/support/chromium.ts'
import { runCommand, startServer } from '../tests/support/server.ts'
import type { Goal } from './goal.ts'
import { press } from './press.ts'
import { tap } from './tap.ts'

/** A phone at the back of a full hall. */
const DOWN_BYTES_PER_S = (1.44 * 1024 * 1024) / 8
const LATENCY_MS = 562
const SLOWDOWN = 4
const EVENT = 'tests/fixtures/evento/evento.json'

interface Seen {
  readonly first: number
  readonly largest: number
  readonly times: number
}

/** How long the first screen takes on a slow phone with nothing kept, against what was promised. */
export async function page(_streams: readonly number[], rounds: number): Promise<Goal[]> {
  const found = findChromium()
  if (found.path === undefined)
    return [{ name: `page: ${found.reason}`, unit: 'ms', limit: null, baseline: [], subject: [] }]
  const folder = mkdtempSync(join(tmpdir(), 'salsa-pagina-'))
  const env = { DATA_DIR: folder }
  await runCommand('src/server/cli/import.ts', [EVENT], env)
  const browser = await chromium.launch({ executablePath: found.path, args: [...CHROMIUM_ARGS] })
  try {
    await using server = await startServer(env)
    const seen = { home: [] as Seen[], horario: [] as Seen[] }
    for (let round = 0; round < rounds; round += 1) {
      seen.home.push(await open(browser, `${server.url}/`, false))
      seen.horario.push(await open(browser, `${server.url}/#/horario`, true))
    }
    const notes = `1.44 Mbit/s, ${LATENCY_MS} ms, CPU ${SLOWDOWN}x slower, nothing cached; the baseline is what was promised`
    const goal = (name: string, promised: number, subject: readonly number[]): Goal => {
      const baseline = subject.map(() => promised)
      return { name: `page: ${name}`, unit: 'ms', limit: 1, baseline, subject, notes }
    }
    const firsts = seen.home.map(({ first }) => first)
    const largests = seen.home.map(({ largest }) => largest)
    const times = seen.horario.map((one) => one.times)
    // What was promised, in ms from the tap.
    return [
      goal('first paint of /', 1_600, firsts),
      goal('largest paint of /', 2_600, largests),
      goal('first times of /horario', 3_000, times),
      ...(await press(found.path, rounds)),
      ...(await tap(found.path, rounds)),
    ]
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens an address on a phone of its own. */
async function open(browser: Browser, url: string, waitsForTimes: boolean): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    locale: 'es-MX',
  })
  const tab = await context.newPage()
  const devtools = await context.newCDPSession(tab)
  await devtools.send('Network.enable')
  const speed = { downloadThroughput: DOWN_BYTES_PER_S, uploadThroughput: DOWN_BYTES_PER_S, latency: LATENCY_MS }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...speed })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await tab.addInitScript(watch)
  await tab.goto(url)
  if (waitsForTimes)
    await tab.waitForFunction(() => Number(Reflect.get(window, 'seen').times) > 0, undefined, { timeout: 30_000 })
  else await tab.getByRole('link', { name: 'Minuto a Minuto' }).waitFor()
  // The largest paint is only known once nothing larger comes.
  await tab.waitForLoadState('networkidle').catch(() => undefined)
  const seen: Seen = await tab.evaluate(() => Reflect.get(window, 'seen'))
  await context.close()
  return seen
}

/** Runs in the page: notes the paints, and when the first hour stands in a table. */
function watch(): void {
  const seen = { first: 0, largest: 0, times: 0 }
  Object.assign(window, { seen })
  const note = (type: string, take: (at: number, name: string) => void) =>
    new PerformanceObserver((list) => {
      for (const { startTime, name } of list.getEntries()) take(startTime, name)
    }).observe({ type, buffered: true })
  note('paint', (at, name) => {
    if (name === 'first-contentful-paint') seen.first = at
  })
  note('largest-contentful-paint', (at) => {
    seen.largest = at
  })
  new MutationObserver(() => {
    const hasTime = [...document.querySelectorAll('td, th')].some((cell) => /\d\d:\d\d/.test(cell.textContent))
    if (hasTime && seen.times === 0) requestAnimationFrame(() => (seen.times ||= performance.now()))
  }).observe(document, { childList: true, subtree: true })
}
