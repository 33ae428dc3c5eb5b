import type { Page } from '@playwright/test'
import { startApp, type TestApp } from '../support/app.ts'
import { freePort } from '../support/port.ts'
import { startGate, type Gate } from '../support/proxy.ts'
import type { Build } from './builds.ts'
import { expect, test as base } from './fixtures.ts'

interface Fixtures {
  /** The server behind a proxy that can close the way to it. */
  readonly gate: Gate
  /** A browser with service workers, at the proxy. */
  readonly phone: Page
  /** Violations of the content policy and errors of scripts in that browser. */
  readonly faults: string[]
}

export const test = base.extend<Fixtures>({
  gate: async ({ server }, give) => {
    await using gate = await startGate(server.url)
    await give(gate)
  },
  // oxlint-disable-next-line no-empty-pattern -- the runner reads this parameter to know what a fixture needs
  faults: async ({}, give) => {
    const faults: string[] = []
    await give(faults)
    expect(faults).toEqual([])
  },
  phone: async ({ browser, gate, faults }, give) => {
    const context = await browser.newContext({ baseURL: gate.url, serviceWorkers: 'allow' })
    context.on('weberror', (error) => faults.push(String(error.error())))
    context.on('console', (message) => {
      if (/content security policy|mime type/i.test(message.text())) faults.push(message.text())
    })
    await give(await context.newPage())
    await context.close()
  },
})

/** Waits until a worker answers for the page. */
export async function controlled(page: Page): Promise<void> {
  const state = () => page.evaluate(() => navigator.serviceWorker.controller?.state)
  await expect.poll(state).toBe('activated')
}

/** Waits until a worker of the given build has taken over. Asks for it again, as each later page does: an installation may fail, and a worker be left waiting. */
export async function taken(page: Page, build: string): Promise<void> {
  const left = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      if (registration?.waiting) registration.waiting.postMessage('activate', [])
      else if (!registration?.installing) await registration?.update().catch(() => undefined)
      const pages = (await caches.keys()).filter((name) => name.startsWith('pagina-'))
      return [registration?.installing, registration?.waiting, ...pages.slice(-1)]
    })
  await expect.poll(left, { timeout: 20_000 }).toEqual([null, null, `pagina-${build}`])
  await controlled(page)
}

/** Whether a post keeps the files that its page has loaded. Runs in the page. */
export async function keepsItsFiles(): Promise<boolean> {
  const name = (await caches.keys()).find((one) => one.startsWith('puesto-'))
  const kept = (await (name === undefined ? undefined : (await caches.open(name)).keys())) ?? []
  const urls = new Set(kept.map(({ url }) => url))
  const loaded = performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/assets/'))
  return loaded.length > 0 && loaded.every((entry) => urls.has(entry.name))
}

export interface Entry {
  readonly cache: string
  readonly path: string
  readonly body: string
}

/** Everything in the caches of the browser. */
export async function keptOn(page: Page): Promise<Entry[]> {
  return page.evaluate(async () => {
    const kept: Entry[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const body = (await (await cache.match(request))?.text()) ?? ''
        kept.push({ cache: name, path: request.url.slice(location.origin.length), body })
      }
    }
    return kept
  })
}

/** The build of the open page. */
export function buildOn(page: Page): Promise<string | null> {
  return page.locator('meta[name="build"]').getAttribute('content')
}

interface Deployments extends AsyncDisposable {
  readonly url: string
  readonly stop: () => Promise<void>
  /** Serves a build, by default the real one, in place of the one before. */
  readonly serve: (build?: Build) => Promise<void>
}

/** Servers of several builds, one after the other, on one place and port. */
export async function deployments(place: TestApp['place']): Promise<Deployments> {
  const port = await freePort()
  let app: TestApp | undefined
  const stop = async () => {
    // A connection that the browser opened ahead, and never used, would hold the end back for a minute.
    app?.app.http.server.closeAllConnections()
    await app?.[Symbol.asyncDispose]()
    app = undefined
  }
  return {
    url: `http://localhost:${port}`,
    stop,
    serve: async (build?: Build) => {
      await stop()
      app = await startApp({ place, ...(build && { webFolder: build.folder }) })
      await app.listen(port)
    },
    [Symbol.asyncDispose]: stop,
  }
}

export { expect }
