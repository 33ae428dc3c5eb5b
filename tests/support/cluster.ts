import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from './port.ts'

/** PostgreSQL refuses to run as root: then everything of it runs as this user. */
export interface OsUser {
  readonly uid: number
  readonly gid: number
}

interface ClusterOptions {
  readonly folder: string
  readonly user: OsUser | undefined
  readonly fsync: boolean
}

const READY_MS = 120_000
const MEMORY = '/dev/shm'
/** Many times what a run of the tests keeps at once. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/** A private PostgreSQL in a temporary folder, gone when this process is, however it ends. */
export class Cluster {
  readonly #options: ClusterOptions
  readonly #home: string
  readonly #port: number
  readonly #guard: ChildProcess
  #server: ChildProcess | undefined

  private constructor(options: ClusterOptions, home: string, port: number) {
    this.#options = options
    this.#home = home
    this.#port = port
    this.#guard = guard(home)
  }

  static async start(options: ClusterOptions): Promise<Cluster> {
    const home = mkdtempSync(join(options.fsync ? tmpdir() : quickFolder(), 'pg-'))
    if (options.user) chownSync(home, options.user.uid, options.user.gid)
    const cluster = new Cluster(options, home, await freePort())
    try {
      await cluster.#initialise()
      await cluster.#launch()
    } catch (error) {
      await cluster.stop()
      throw error
    }
    return cluster
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${String(this.#port)}/postgres`
  }

  async restart(mode: 'fast' | 'immediate', whileDown?: () => PromiseLike<unknown>): Promise<void> {
    await this.#end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await whileDown?.()
    await this.#launch()
  }

  async stop(): Promise<void> {
    await this.#end('SIGQUIT')
    this.#guard.stdin?.end()
    rmSync(this.#home, { recursive: true, force: true })
  }

  async #initialise(): Promise<void> {
    const args = [
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--locale-provider=icu',
      '--icu-locale=es-MX',
      '--username=postgres',
      '--no-sync',
    ]
    await promisify(execFile)(join(this.#options.folder, 'initdb'), [...args, '-D', join(this.#home, 'data')], {
      ...this.#options.user,
      cwd: this.#home,
    })
  }

  async #launch(): Promise<void> {
    const settings = {
      fsync: this.#options.fsync ? 'on' : 'off',
      listen_addresses: '127.0.0.1',
      max_connections: '200',
      unix_socket_directories: this.#home,
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(
      join(this.#options.folder, 'postgres'),
      ['-D', join(this.#home, 'data'), '-p', String(this.#port), ...args],
      // A group of its own: Ctrl-C is for the tests, and they end the server.
      { ...this.#options.user, cwd: this.#home, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let log = ''
    server.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000)
    })
    // Neither the server nor its log keeps a finished test run from ending.
    server.unref()
    unrefPipe(server.stderr)
    this.#server = server
    await this.#answers(server, () => log)
  }

  /** Asks until it answers; a server that gave up is not asked again. */
  async #answers(server: ChildProcess, log: () => string): Promise<void> {
    const until = Date.now() + READY_MS
    while (!(await canConnect(this.url))) {
      const gaveUp = server.exitCode !== null || server.signalCode !== null
      if (gaveUp || Date.now() > until) throw new Error(`PostgreSQL does not answer:\n${log()}`)
      await setTimeout(20)
    }
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exit = once(server, 'exit')
    server.ref()
    server.kill(signal)
    await exit
  }
}

/**
 * A shell that waits for our end on a pipe, which closes even when we are killed outright, and then takes the server
 * and its folder with it.
 */
function guard(home: string): ChildProcess {
  const script = 'cat; kill -QUIT "$(head -n 1 "$0/data/postmaster.pid")"; rm -rf "$0"'
  const child = spawn('sh', ['-c', script, home], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  child.unref()
  unrefPipe(child.stdin)
  return child
}

/**
 * A folder in memory where there is enough of it, else the folder of temporary files. A database is some 300 files, and each
 * test makes one: in memory that takes a quarter of the CPU time.
 */
function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_BYTES ? MEMORY : tmpdir()
  } catch {
    // Not Linux: there is no such folder.
    return tmpdir()
  }
}

function unrefPipe(pipe: unknown): void {
  if (pipe instanceof Socket) pipe.unref()
}

async function canConnect(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  // A connection cut while the server still starts: the failed attempt below says it already.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    // Not yet: the caller asks again, and gives up with the server's own log.
    return false
  }
}
