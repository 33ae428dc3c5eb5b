/**
 * One small WebDriver client for two engines: WebKitGTK by HTTP (WebKitWebDriver), Firefox by Marionette, its own protocol,
 * which has the same commands. Debian has no geckodriver. Decision 83.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../support/port.ts'

export const ENGINES = ['WebKit', 'Firefox'] as const
export type Engine = (typeof ENGINES)[number]

const PROGRAMS = { WebKit: ['WebKitWebDriver', 'Xvfb'], Firefox: ['firefox-esr'] } as const

/** What this machine lacks for an engine, as a sentence; null when it lacks nothing. */
export function missingFor(engine: Engine): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const lacked = PROGRAMS[engine].find((name) => !folders.some((folder) => existsSync(join(folder, name))))
  return lacked === undefined ? null : `No se encontró ${lacked}.`
}

/** The commands of WebDriver that the flows use, with their HTTP method and path. Marionette has them by name. */
const COMMANDS = {
  ElementSendKeys: ['POST', '/element/:id/value'],
  ExecuteAsyncScript: ['POST', '/execute/async'],
  Navigate: ['POST', '/url'],
  PerformActions: ['POST', '/actions'],
  SetTimeouts: ['POST', '/timeouts'],
  SetWindowRect: ['POST', '/window/rect'],
  TakeScreenshot: ['GET', '/screenshot'],
} as const

type Parameters = Readonly<Record<string, unknown>>

export interface Driver extends AsyncDisposable {
  send(command: keyof typeof COMMANDS, parameters?: Parameters): Promise<unknown>
}

/** The processes of a browser, and their folder. Both go together. */
class Started {
  readonly folder = mkdtempSync(join(tmpdir(), 'salsa-motor-'))
  readonly #running: ChildProcess[] = []

  run(command: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    // A pipe that is not read would stop the process in the end.
    child.stdout?.resume()
    this.#running.push(child)
    return child
  }

  async stop(): Promise<void> {
    for (const child of this.#running.toReversed()) {
      if (child.pid === undefined || child.exitCode !== null) continue
      const ended = once(child, 'exit')
      process.kill(-child.pid, 'SIGKILL')
      await ended
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Tries until it succeeds, for half a minute. */
async function until<T>(attempt: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 30_000; ; await wait(100)) {
    try {
      return await attempt()
    } catch (error) {
      // The browser has not started yet.
      if (Date.now() > end) throw error
    }
  }
}

export function startDriver(engine: Engine): Promise<Driver> {
  return engine === 'WebKit' ? startWebKit() : startFirefox()
}

/** Its bar and its buttons are as narrow as a phone. */
const GTK =
  '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px; -gtk-icon-transform: scale(0.1); }'

async function startWebKit(): Promise<Driver> {
  const started = new Started()
  const screen = started.run('Xvfb', ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'])
  const [display] = await once(screen.stdout ?? screen, 'data')
  mkdirSync(join(started.folder, '.config/gtk-3.0'), { recursive: true })
  writeFileSync(join(started.folder, '.config/gtk-3.0/gtk.css'), GTK)
  const port = await freePort()
  started.run('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: `:${String(display).trim()}`,
    GDK_BACKEND: 'x11',
    HOME: started.folder,
    LC_ALL: 'C.UTF-8',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  })
  let session = `http://127.0.0.1:${port}/session`
  const call = async (method: string, url: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(url, { method, body: method === 'POST' ? JSON.stringify(body ?? {}) : null })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`)
    return value
  }
  const made = (await until(() => call('POST', session, { capabilities: {} }))) as { sessionId: string }
  session += `/${made.sessionId}`
  return {
    send: (command, parameters = {}) => {
      const [method, path] = COMMANDS[command]
      return call(method, session + path.replace(':id', String(parameters['id'])), parameters)
    },
    [Symbol.asyncDispose]: () => started.stop(),
  }
}

const PREFERENCES = {
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'app.update.auto': false,
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
}

async function startFirefox(): Promise<Driver> {
  const started = new Started()
  const port = await freePort()
  const preferences = Object.entries({ ...PREFERENCES, 'marionette.port': port })
  writeFileSync(
    join(started.folder, 'user.js'),
    preferences.map(([name, value]) => `user_pref("${name}", ${String(value)});`).join('\n'),
  )
  mkdirSync(join(started.folder, 'chrome'))
  writeFileSync(join(started.folder, 'chrome/userChrome.css'), ':root { min-width: 0 !important; }')
  const args = ['--marionette', '--headless', '--profile', started.folder, '--no-remote']
  started.run('firefox-esr', args, { HOME: started.folder })
  const call = await until(() => marionette(port))
  await call('WebDriver:NewSession', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
  return {
    send: (command, parameters = {}) => call(`WebDriver:${command}`, parameters),
    [Symbol.asyncDispose]: () => started.stop(),
  }
}

/** Marionette: messages `length:json`; a command `[0, id, name, parameters]`, its answer `[1, id, error, result]`. */
async function marionette(port: number): Promise<(name: string, parameters: Parameters) => Promise<unknown>> {
  const socket: Socket = connect(port, '127.0.0.1')
  const waiting = new Map<number, (answer: [unknown, { message?: string; error?: string } | null, unknown]) => void>()
  let bytes = Buffer.alloc(0)
  const greeted = new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('Marionette closed.')))
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      for (let colon = bytes.indexOf(':'); colon > 0; colon = bytes.indexOf(':')) {
        const end = colon + 1 + Number(bytes.subarray(0, colon).toString())
        if (bytes.length < end) return
        const message = JSON.parse(bytes.subarray(colon + 1, end).toString())
        bytes = bytes.subarray(end)
        if (!Array.isArray(message)) resolve()
        else waiting.get(message[1])?.([message[1], message[2], message[3]])
      }
    })
  })
  await greeted
  let last = 0
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      const id = (last += 1)
      waiting.set(id, ([, error, result]) => {
        waiting.delete(id)
        if (error) reject(new Error(`${error.error}: ${error.message}`))
        else resolve(result && typeof result === 'object' && 'value' in result ? result.value : result)
      })
      const text = JSON.stringify([0, id, name, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
}
