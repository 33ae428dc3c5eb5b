import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './port.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_MS = 60_000
/** Compiled modules, shared by all child processes: halves the CPU time of a start. A process writes it when it exits. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'node') }

/** The product as an operator runs it: a process of its own, on a port that stays over restarts. */
export interface Server extends AsyncDisposable {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Starts it again, on the same place and port. */
  readonly start: () => Promise<void>
}

export async function startServer(env: Readonly<Record<string, string>>): Promise<Server> {
  const settings = { LOG_LEVEL: 'error', PORT: String(await freePort()), ...env }
  let child = await spawnServer(settings)
  const { url } = child
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.process.exitCode !== null || child.process.signalCode !== null) return
    const gone = once(child.process, 'exit')
    child.process.kill(signal)
    await gone
  }
  return {
    url,
    env: settings,
    stop,
    start: async () => {
      child = await spawnServer(settings)
    },
    [Symbol.asyncDispose]: () => stop('SIGKILL'),
  }
}

/** Runs one of the product's commands to its end. Answers with its status and all that it said. */
export async function runCommand(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ status: number | null; output: string }> {
  const child = launch([script, ...args], env)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  return { status: child.exitCode, output }
}

function launch(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Its last line says where it listens; before that it does not answer. */
async function spawnServer(env: Readonly<Record<string, string>>): Promise<{ process: ChildProcess; url: string }> {
  const child = launch(['src/server/main.ts'], env)
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The server did not start:\n${said}`)), START_MS)
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const found = /Listo en (\S+)/.exec(said)
      if (!found?.[1]) return
      clearTimeout(timer)
      resolve(found[1])
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The server ended with ${code}:\n${said}`))
    })
  })
  return { process: child, url }
}
