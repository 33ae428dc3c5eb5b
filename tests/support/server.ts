import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settingsOf, type Place } from './database.ts'
import { freePort } from './port.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** What `npm start` gives to Node: flags, and the file. */
export const START: readonly string[] = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .slice(1)
const START_MS = 60_000
/** The compiled modules of all child processes: halves the CPU time of a start. A process writes it when it exits. */
const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'node')

type Settings = Readonly<Record<string, string>>

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The output of the process on stdout and stderr. */
  readonly output: string
}

/** The server as a child process, as `npm start` runs it. It chooses its port unless `PORT` is given. */
export class ServerProcess implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly exited: Promise<Exit>
  /** Its address as it prints it. */
  url = ''
  #output = ''

  private constructor(env: Settings) {
    this.#child = launch(START, { PORT: '0', LOG_LEVEL: 'error', ...env }, (text) => {
      this.#output += text
    })
    this.exited = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => resolve({ code, signal, output: this.#output }))
    })
  }

  /** Starts the process and returns at once: for settings that the server refuses. */
  static run(env: Settings): ServerProcess {
    return new ServerProcess(env)
  }

  /** Starts the server and waits until it listens. Throws with its output when it exits or needs more than a minute. */
  static async start(place: Place, env: Settings = {}): Promise<ServerProcess> {
    return ServerProcess.listening({ ...settingsOf(place), ...env })
  }

  static async listening(env: Settings): Promise<ServerProcess> {
    const server = new ServerProcess(env)
    const limit = setTimeout(() => server.#child.kill('SIGKILL'), START_MS)
    const ready = new Promise<string>((resolve) => {
      server.#child.stdout?.on('data', () => {
        const [, url] = /^Listo en (\S+)/m.exec(server.#output) ?? []
        if (url !== undefined) resolve(url)
      })
    })
    const exited = server.exited.then(({ output }): never => {
      throw new Error(`The server did not start:\n${output}`)
    })
    exited.catch(() => {
      // After the start, the test reads how the server exits.
    })
    server.url = await Promise.race([ready, exited])
    clearTimeout(limit)
    return server
  }

  /** Its address without a name to resolve. */
  get origin(): string {
    return `http://127.0.0.1:${new URL(this.url).port}`
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  get output(): string {
    return this.#output
  }

  kill(signal: NodeJS.Signals): Promise<Exit> {
    this.#child.kill(signal)
    return this.exited
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isRunning) await this.kill('SIGKILL')
  }
}

/** A server that a test stops and starts again, on the same place and port. */
export interface Server extends AsyncDisposable {
  readonly url: string
  readonly env: Settings
  /** SIGTERM unless a signal is given. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  readonly start: () => Promise<void>
}

export async function startServer(env: Settings): Promise<Server> {
  const settings = { LOG_LEVEL: 'error', PORT: String(await freePort()), ...env }
  let server = await ServerProcess.listening(settings)
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (server.isRunning) await server.kill(signal)
  }
  return {
    url: server.url,
    env: settings,
    stop,
    start: async () => {
      server = await ServerProcess.listening(settings)
    },
    [Symbol.asyncDispose]: () => stop('SIGKILL'),
  }
}

/** Runs one of the product's commands to its end. Returns its status and its output. */
export async function runCommand(
  script: string,
  args: readonly string[],
  env: Settings,
): Promise<{ status: number | null; output: string }> {
  let output = ''
  const child = launch([script, ...args], env, (text) => {
    output += text
  })
  await once(child, 'close')
  return { status: child.exitCode, output }
}

function launch(args: readonly string[], env: Settings, hear: (text: string) => void): ChildProcess {
  const child = spawn(process.execPath, [...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => hear(chunk.toString()))
  return child
}
