import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { settingsOf, type Place } from './database.ts'
import { COMPILE_CACHE } from './server.ts'

const MAIN = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))
const START_MS = 60_000

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
}

/** The real server as a process of its own, as `npm start` runs it, on a port that it chooses. */
export class ServerProcess implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly exited: Promise<Exit>
  origin = ''
  #output = ''

  private constructor(env: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'error', ...COMPILE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString()
      })
    this.exited = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => resolve({ code, signal, output: this.#output }))
    })
  }

  /** Runs it without waiting for anything: for settings with which it does not start. */
  static run(env: Readonly<Record<string, string>>): ServerProcess {
    return new ServerProcess(env)
  }

  /** Starts on a place and waits for the line that says where. */
  static async start(place: Place, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = new ServerProcess({ ...settingsOf(place), ...env })
    const limit = setTimeout(() => server.#child.kill('SIGKILL'), START_MS)
    const ready = new Promise<string>((resolve) => {
      const look = (): void => {
        const [, port] = /^Listo en \S+:(\d+) /m.exec(server.#output) ?? []
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
      }
      server.#child.stdout?.on('data', look)
    })
    const gone = server.exited.then(({ output }): never => {
      throw new Error(`The server did not start:\n${output}`)
    })
    gone.catch(() => {
      // Once it has started, its end is the test's to look at.
    })
    server.origin = await Promise.race([ready, gone])
    clearTimeout(limit)
    return server
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
