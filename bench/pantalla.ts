import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { snapshotUrl, type Snapshot } from '#contract/live.ts'
import { viewKey } from '#contract/view.ts'
import { pantallas, type PantallaPart } from '#contract/views/pantallas.ts'
import { CHROMIUM_ARGS } from '../tests/support/chromium.ts'
import { startServer } from '../tests/support/server.ts'
import { ADMIN, ADMIN_ENV, importEvent } from './server.ts'

interface Event {
  readonly tree: object
  /** By their paths under `files/`. */
  readonly files?: Readonly<Record<string, Buffer>>
}

/** A signed-in browser beside a server of an event, and the address of its only screen. */
export interface Screen {
  readonly context: BrowserContext
  readonly headers: { readonly origin: string }
  readonly path: string
}

/** Runs `measure` with the page of the only screen of an event. */
export async function withScreen<T>(
  executablePath: string,
  { tree, files = {} }: Event,
  measure: (screen: Screen) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-pantalla-'))
  const env = { DATA_DIR: join(folder, 'datos'), ...ADMIN_ENV }
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] })
  try {
    const event = join(folder, 'evento.json')
    writeFileSync(event, JSON.stringify(tree))
    for (const [path, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'files', path)), { recursive: true })
      writeFileSync(join(folder, 'files', path), bytes)
    }
    await importEvent(event, env)
    await using server = await startServer(env)
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1_920, height: 1_080 } })
    const headers = { origin: server.url }
    await context.request.post('/api/sesion', { data: ADMIN, headers })
    const key = viewKey(pantallas)
    const seen: Snapshot = await (await context.request.get(snapshotUrl([key]))).json()
    const [screen] = Object.values(seen.views[key] ?? {}) as PantallaPart[]
    return await measure({ context, headers, path: `/#/pantalla/${screen?.enlace}` })
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
