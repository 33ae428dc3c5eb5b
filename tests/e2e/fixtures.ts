import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Browser, type Page } from '@playwright/test'
import { runCommand, startServer, type Server } from '../support/server.ts'

export const ADMIN = { email: 'organizacion@example.com', password: 'una-clave-larga', nombre: 'Organización' }

/** A day by its categories, each with its entries' names. */
type Dia = Readonly<Record<string, readonly string[]>>
type Tree = Readonly<Record<string, unknown>>

export interface Seed {
  /** Loads an event in the interchange format, in place of what there is. */
  readonly tree: (tree: Tree) => Promise<void>
  readonly dias: (dias: Readonly<Record<string, Dia>>, rest?: Tree) => Promise<void>
}

interface Fixtures {
  readonly server: Server
  readonly seed: Seed
  /** Somebody who is not signed in. */
  readonly visitor: Page
  /** The organiser, signed in, in a browser of their own. */
  readonly admin: Page
  /** Another browser: of the organiser, or of nobody. */
  readonly another: (who: 'admin' | 'visitante') => Promise<Page>
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads this parameter to know what a fixture needs
  server: async ({}, give) => {
    const folder = mkdtempSync(join(tmpdir(), 'salsa-e2e-'))
    const server = await startServer({
      DATA_DIR: folder,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ADMIN_NOMBRE: ADMIN.nombre,
    })
    await give(server)
    await server.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  },
  seed: async ({ server }, give) => {
    const tree = async (content: Tree) => {
      const file = join(server.env['DATA_DIR'] ?? '', `evento-${Date.now()}.json`)
      writeFileSync(file, JSON.stringify(content))
      const { status, output } = await runCommand('src/server/cli/import.ts', [file, '--replace'], server.env)
      expect(status, output).toBe(0)
    }
    await give({ tree, dias: (dias, rest = {}) => tree({ ...treeOf(dias), ...rest }) })
  },
  visitor: async ({ browser, server }, give) => {
    const page = await open(browser, server)
    await give(page)
    await page.context().close()
  },
  admin: async ({ browser, server }, give) => {
    const page = await open(browser, server)
    await signIn(page)
    await give(page)
    await page.context().close()
  },
  another: async ({ browser, server }, give) => {
    const opened: Page[] = []
    await give(async (who) => {
      const page = await open(browser, server)
      opened.push(page)
      if (who === 'admin') await signIn(page)
      return page
    })
    for (const page of opened) await page.context().close()
  },
})

export { expect }

async function open(browser: Browser, server: Server): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url })
  return context.newPage()
}

/** By the same door as the screen, without its cost: signing in by hand has a test of its own. */
async function signIn(page: Page): Promise<void> {
  const { origin } = new URL((await page.request.get('/healthz')).url())
  const answer = await page.request.post('/api/sesion', {
    data: { email: ADMIN.email, password: ADMIN.password },
    headers: { origin },
  })
  expect(answer.status()).toBe(200)
}

/** An event of some days in the interchange format. Ids say what they are. */
function treeOf(dias: Readonly<Record<string, Dia>>): Tree {
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
        }
        ;(competidores[slug] ??= {})[`${dia}-${index + 1}-${place + 1}`] = entry
      }
    }
  }
  return { categorias, competidores }
}
