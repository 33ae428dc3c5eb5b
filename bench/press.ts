import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_ARGS } from '../tests/support/chromium.ts'
import { startServer } from '../tests/support/server.ts'
import { effort } from './effort.ts'
import type { Goal } from './goal.ts'
import { ADMIN, ADMIN_ENV, importEvent } from './server.ts'

const SLOWDOWN = effort(4)
const CATEGORIAS = effort(40, 2)
const COMPETIDORES = effort(10, 20)
/** A browser calls a longer task long: what a person does meanwhile waits. */
const LONGEST_MS = 50
/** What a press brings about on a page is over by then. */
const SETTLED_MS = effort(2_500, 100)
/** The entry that stands last. */
const LAST = `Pareja ${CATEGORIAS}-${COMPETIDORES}`
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, locale: 'es-MX' }

/** The longest task of the main thread that a press of `Siguiente turno` causes on a slow phone, with 400 entries in the day. */
export async function press(executablePath: string, rounds: number): Promise<Goal[]> {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-pulsacion-'))
  const env = { DATA_DIR: folder, ...ADMIN_ENV }
  try {
    const event = join(folder, 'evento.json')
    writeFileSync(event, JSON.stringify(aLongDay(CATEGORIAS, COMPETIDORES)))
    await importEvent(event, env)
    await using server = await startServer(env)
    await using desk = await phone(executablePath, server.url, '/#/competidores')
    await using hall = await phone(executablePath, server.url, '/#/horario')
    // By its place: what looks for a button among so many rows is a long task itself.
    const button = await desk.page.getByRole('button', { name: 'Siguiente turno' }).boundingBox()
    if (!button) throw new Error('There is no button for the next turn.')
    const next = () => desk.page.mouse.click(button.x + button.width / 2, button.y + button.height / 2)
    const seen = { desk: [] as number[], hall: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      seen.desk.push(await longestTask(desk, next))
      seen.hall.push(await longestTask(hall, next))
    }
    const notes = `CPU ${SLOWDOWN}x slower, ${CATEGORIAS * COMPETIDORES} entries in the day; the baseline is what was promised`
    const goal = (where: string, subject: readonly number[]): Goal => ({
      name: `page: longest task of a press on ${where}`,
      unit: 'ms',
      limit: 1,
      baseline: subject.map(() => LONGEST_MS),
      subject,
      notes,
    })
    return [goal('/competidores', seen.desk), goal('/horario', seen.hall)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The file of an event with one long day. Its clock runs, so that a press changes every time that is shown. */
export function aLongDay(countOfCategorias: number, competidoresOfEach: number): object {
  const indices = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const categorias = Object.fromEntries(
    indices(countOfCategorias).map((orden) => [
      `c${orden}`,
      { nombre: `Categoría ${orden}`, dia: 'jueves', orden, fechaCreacion: '2025-03-01T15:00:00.000Z' },
    ]),
  )
  const competidores = Object.fromEntries(
    indices(countOfCategorias).map((categoria) => [
      `categora_${categoria}`,
      Object.fromEntries(
        indices(competidoresOfEach).map((orden) => [
          `e${categoria}-${orden}`,
          {
            nombre: `Pareja ${categoria}-${orden}`,
            compania: 'Team Cubanísimo',
            categoria: `Categoría ${categoria}`,
            dia: 'jueves',
            orden,
            fechaInscripcion: '2025-03-20',
          },
        ]),
      ),
    ]),
  )
  return { categorias, competidores, adminMinutoAMinuto: { dia: 'jueves', activarReloj: true, selectedRow: 30 } }
}

interface Phone extends AsyncDisposable {
  readonly browser: Browser
  readonly page: Page
}

/** A phone of its own, of an administrator. */
async function phone(executablePath: string, url: string, address: string): Promise<Phone> {
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] })
  const context = await browser.newContext({ ...PHONE, baseURL: url })
  const page = await context.newPage()
  const signedIn = await page.request.post('/api/sesion', { data: ADMIN, headers: { origin: url } })
  if (!signedIn.ok()) throw new Error(`signing in: ${signedIn.status()}`)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.goto(address)
  await page.getByText(LAST, { exact: true }).waitFor({ state: 'attached' })
  return { browser, page, [Symbol.asyncDispose]: () => browser.close() }
}

/** The longest task, in ms, of the page's main thread while an act has its effect. */
export async function longestTask(
  { browser, page }: Pick<Phone, 'browser' | 'page'>,
  act: () => Promise<void>,
): Promise<number> {
  await page.waitForTimeout(SETTLED_MS)
  await browser.startTracing(page, { categories: ['toplevel'] })
  await act()
  await page.waitForTimeout(SETTLED_MS)
  const { traceEvents: events }: { traceEvents: readonly TraceEvent[] } = JSON.parse(
    (await browser.stopTracing()).toString(),
  )
  const main = new Set(
    events.filter(({ args }) => args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}.${tid}`),
  )
  const tasks = events.filter(({ name, pid, tid }) => name.endsWith('RunTask') && main.has(`${pid}.${tid}`))
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000))
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** How long the thread ran in it, in µs: not while other processes had the core. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}
