import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADMIN, expect, test as base } from '../e2e/fixtures.ts'
import type { Client } from '../support/app.ts'
import { startGate, type Gate } from '../support/proxy.ts'
import { startDriver, type Driver, type Engine } from './driver.ts'
import { Tab } from './tab.ts'

const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** Writes down what the page would show in the console as an error: a driver of WebKit does not tell it. */
const NOTES = `{const note=(what)=>{if(window.seVa)return;const all=JSON.parse(sessionStorage.errores??'[]');sessionStorage.errores=JSON.stringify([...all,String(what)+(what?.stack??"")])}
addEventListener('error',({error})=>error&&note(error));addEventListener('unhandledrejection',({reason})=>note(reason));
const{error}=console;console.error=(...all)=>{all.forEach(note);error(...all)}}
`

interface WorkerFixtures {
  readonly driver: Driver
  /** The built screens, which also write down their errors. */
  readonly noted: string
}

interface Fixtures {
  readonly gate: Gate
  /** A browser that is not signed in, with service workers, at a gate that can close the way to the server. */
  readonly tab: Tab
  /** Signs the browser in as the organiser. */
  readonly enter: () => Promise<void>
  /** The organiser elsewhere, by the API. */
  readonly organiser: Client
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  driver: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads this parameter to know what a fixture needs
    async ({}, give, { project }) => {
      await using driver = await startDriver(project.name as Engine)
      await driver.send('SetTimeouts', { script: 60_000, pageLoad: 60_000 })
      await give(driver)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  noted: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads this parameter to know what a fixture needs
    async ({}, give) => {
      const folder = mkdtempSync(join(tmpdir(), 'salsa-motores-'))
      cpSync(BUILT, folder, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) })
      const page = join(folder, 'index.html')
      writeFileSync(
        page,
        readFileSync(page, 'utf8').replace('<script>', () => `<script>${NOTES}`),
      )
      await give(folder)
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  webFolder: async ({ noted }, give) => give(noted),
  gate: async ({ server }, give) => {
    await using gate = await startGate(server.url.replace('localhost', '127.0.0.1'))
    await give(gate)
  },
  tab: async ({ driver, gate }, give, info) => {
    const tab = new Tab(driver, gate.url.replace('127.0.0.1', 'localhost'))
    await tab.resize(1280, 800)
    await give(tab)
    if (info.errors.length > 0) writeFileSync(info.outputPath('page.png'), await tab.screenshot())
    expect(await tab.run(() => JSON.parse(sessionStorage.getItem('errores') ?? '[]'))).toEqual([])
    await driver.send('Navigate', { url: 'about:blank' })
  },
  enter: async ({ tab }, give) =>
    give(async () => {
      await tab.open('/')
      const status = await tab.run(async (data: object) => {
        const init = { method: 'POST', body: JSON.stringify(data), headers: { 'content-type': 'application/json' } }
        return (await fetch('/api/sesion', init)).status
      }, ADMIN)
      expect(status).toBe(200)
    }),
  organiser: async ({ server }, give) => {
    if (!server.app) throw new Error('The server is another process.')
    await give(await server.app.as('admin'))
  },
})

export { expect }
