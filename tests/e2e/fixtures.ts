import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import { test as base, expect, type Browser, type Locator, type Page } from '@playwright/test'
import { VISITANTE } from '#domain/actor.ts'
import { makeAdmin } from '../../src/server/acceso/enlaces.ts'
import { hashPassword } from '../../src/server/acceso/password.ts'
import { measurer } from '../../src/server/musica/measure.ts'
import { transact } from '../../src/server/work.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { freshPlace, settingsOf, type Place } from '../support/database.ts'
import { load } from '../support/evento.ts'
import { startServer, type Server } from '../support/server.ts'

export const ADMIN = { email: 'organizacion@example.com', password: 'una-clave-larga', nombre: 'Organización' }

const ADMIN_ENV = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ADMIN_NOMBRE: ADMIN.nombre }

/** A hash of the least cost: most tests sign an administrator in, and none of them is about the strength of a password. */
const adminHash = hashPassword(ADMIN.password, { memory: 8, passes: 1, parallelism: 1 })

/** A day by its categories, each with its entries' names. */
type Dia = Readonly<Record<string, readonly string[]>>
type Tree = Readonly<Record<string, unknown>>
export type Files = Readonly<Record<string, Buffer>>

/** For the test that runs on PostgreSQL and S3 only: it leads through all kinds of stored files. */
export const ON_S3 = { tag: '@s3' }

export interface Seed {
  /** Loads an event in the interchange format, in place of what there is, with the files that it names. */
  readonly tree: (tree: Tree, files?: Files) => Promise<void>
  /** `pistas`: the tracks of entries, by name. */
  readonly dias: (dias: Readonly<Record<string, Dia>>, rest?: Tree, pistas?: Files) => Promise<void>
}

/** The server of a test. */
export interface Running {
  readonly url: string
  /** Set when the server runs in the process of the test. */
  readonly app?: TestApp
}

interface Fixtures {
  readonly place: Place
  /** The clock of the server. A test that moves it gives its own. */
  readonly now: () => number
  /** The folder of another build of the screens. */
  readonly webFolder: string | undefined
  readonly server: Running
  readonly seed: Seed
  /** A browser that is not signed in. */
  readonly visitor: Page
  /** The organiser, signed in, in a browser of their own. */
  readonly admin: Page
  /** Another browser, of the organiser or not signed in. */
  readonly another: (who: 'admin' | 'visitante') => Promise<Page>
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads this parameter to know what a fixture needs
  place: async ({}, give) => {
    await using place = await freshPlace()
    await give(place)
  },
  // oxlint-disable-next-line no-empty-pattern -- the runner reads this parameter to know what a fixture needs
  now: async ({}, give) => give(Date.now),
  // oxlint-disable-next-line no-empty-pattern -- the runner reads this parameter to know what a fixture needs
  webFolder: async ({}, give) => give(undefined),
  server: async ({ place, now, webFolder }, give, testInfo) => {
    const lines: string[] = []
    const onLine = (fields: unknown, message: string) => lines.push(`${message} ${inspect(fields)}`)
    // In the process of the tests: a process of its own costs more CPU time to start than most tests need.
    await using app = await startApp({ place, now, chores: true, onLine, ...(webFolder && { webFolder }) })
    const hash = await adminHash
    await transact(app.deps, { actor: VISITANTE }, (work) => makeAdmin(work, { ...ADMIN, hash }))
    const { port } = new URL(await app.listen())
    await give({ url: `http://localhost:${port}`, app })
    // A connection that the browser opened ahead, and never used, would hold the end back.
    app.app.http.server.closeAllConnections()
    // The report of a failed test shows it.
    if (lines.length > 0)
      await testInfo.attach('log of the server', { body: lines.join('\n'), contentType: 'text/plain' })
  },
  seed: async ({ place, server }, give) => {
    const tree = async (content: Tree, files: Files = {}) => {
      const file = join(mkdtempSync(join(tmpdir(), 'salsa-arbol-')), 'evento.json')
      for (const [path, bytes] of Object.entries(files)) {
        const at = join(dirname(file), 'files', path)
        mkdirSync(dirname(at), { recursive: true })
        writeFileSync(at, bytes)
      }
      writeFileSync(file, JSON.stringify(content))
      // Beside a process, as `npm run import` does.
      await using beside = server.app ? null : await startApp({ place })
      const app = server.app ?? beside
      if (!app) throw new Error('No app.')
      const imported = await load(app, file, { replace: true })
      await measurer()(app.deps)
      rmSync(dirname(file), { recursive: true })
      expect(imported).toMatchObject({ done: true })
    }
    const dias: Seed['dias'] = (all, rest = {}, pistas = {}) =>
      tree(
        { ...treeOf(all, pistas), ...rest },
        Object.fromEntries(Object.entries(pistas).map(([nombre, track]) => [pathOf(nombre), track])),
      )
    await give({ tree, dias })
  },
  visitor: async ({ browser, server }, give) => {
    const page = await open(browser, server)
    await give(page)
    await page.context().close()
  },
  admin: async ({ browser, server }, give) => {
    const page = await open(browser, server)
    await enterAsAdmin(page)
    await give(page)
    await page.context().close()
  },
  another: async ({ browser, server }, give) => {
    const opened: Page[] = []
    await give(async (who) => {
      const page = await open(browser, server)
      opened.push(page)
      if (who === 'admin') await enterAsAdmin(page)
      return page
    })
    for (const page of opened) await page.context().close()
  },
})

/** For tests that kill the server and start it again: it is a process of its own. */
export const testWithProcess = test.extend<{ readonly serverProcess: Server }>({
  serverProcess: async ({ place }, give) => {
    await using server = await startServer({ ...settingsOf(place), ...ADMIN_ENV })
    await give(server)
    // Not killed: the compile cache is written on exit.
    await server.stop()
  },
  server: async ({ serverProcess }, give) => give(serverProcess),
})

export { expect }

/** A status message of a page. */
export const said = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text })
/** An alert of a page. */
export const refused = (page: Page, text: string | RegExp): Locator => page.getByRole('alert').filter({ hasText: text })

async function open(browser: Browser, server: Running): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url })
  return context.newPage()
}

/** Signs in by the endpoint of the screen, which is faster; the screen itself has a test of its own. */
export async function enterAsAdmin(page: Page): Promise<void> {
  const { origin } = new URL((await page.request.get('/healthz')).url())
  const answer = await page.request.post('/api/sesion', {
    data: { email: ADMIN.email, password: ADMIN.password },
    headers: { origin },
  })
  expect(answer.status()).toBe(200)
}

const pathOf = (nombre: string): string => `musica/${nombre}.mp3`

/** An event of some days in the interchange format. Ids say what they are. */
function treeOf(dias: Readonly<Record<string, Dia>>, pistas: Files): Tree {
  const categorias: Record<string, unknown> = {}
  const competidores: Record<string, Record<string, unknown>> = {}
  for (const [dia, contents] of Object.entries(dias)) {
    for (const [index, [nombre, names]] of Object.entries(contents).entries()) {
      categorias[`${dia}-${index + 1}`] = { nombre, dia, orden: index + 1, fechaCreacion: '2025-03-01T15:00:00.000Z' }
      const slug = nombre
        .trim()
        .toLowerCase()
        .replaceAll(' ', '_')
        .replaceAll(/[^a-z0-9_]/g, '')
      for (const [place, name] of names.entries()) {
        const entry = {
          nombre: name,
          compania: 'Team Cubanísimo',
          categoria: nombre,
          dia,
          orden: place + 1,
          fechaInscripcion: '2025-03-20',
          ...(pistas[name] && { musicaPath: pathOf(name) }),
        }
        ;(competidores[slug] ??= {})[`${dia}-${index + 1}-${place + 1}`] = entry
      }
    }
  }
  return { categorias, competidores }
}

/** Makes another day of the desk the active one: the question comes first. */
export async function activateDia(desk: Page, dia: 'Jueves' | 'Viernes' | 'Sábado'): Promise<void> {
  await desk.getByRole('radio', { name: dia }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Hacer activo' }).click()
}
