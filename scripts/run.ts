import { spawn, type ChildProcess } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface Finished {
  readonly ok: boolean
  readonly output: string
}

export interface RunOptions {
  readonly env?: Record<string, string | undefined>
  /** The timeout; 5 by default. A command that reaches it is killed and fails. */
  readonly minutes?: number
}

const running = new Set<ChildProcess>()

/** Runs one command to its end and keeps its output. The tools of `node_modules` come first in PATH. */
export function runCommand(command: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const minutes = options.minutes ?? 5
  const path = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
  const env = { ...process.env, ...options.env, PATH: path }
  // In a process group of its own: the tool is killed together with its children.
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  running.add(child)

  let output = ''
  const keep = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const limit = setTimeout(() => {
    output += `\nNo terminó en ${String(minutes)} minutos.\n`
    endGroup(child, 'SIGKILL')
  }, minutes * 60_000)

  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(limit)
      running.delete(child)
      resolve({ ok: code === 0, output })
    })
  })
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group has already ended.
  }
}

/** Forwards SIGINT and SIGTERM to the commands: they run in groups of their own, which Ctrl-C does not reach. */
export function endWithChildren(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const child of running) endGroup(child, signal)
      process.exitCode = 1
      process.kill(process.pid, signal)
    })
  }
}
