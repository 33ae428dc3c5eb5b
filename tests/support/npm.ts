import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { root } from '../../scripts/run.ts'

/** A command of README, as a person runs it, in a process group of its own. */
export class Npm implements AsyncDisposable {
  readonly #child
  readonly ended: Promise<{ readonly status: number | null; readonly output: string }>
  output = ''

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const settings = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: tmpdir(),
      LOG_LEVEL: 'error',
      ...env,
    }
    this.#child = spawn('npm', [...args], {
      cwd: root,
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    }
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (status) => resolve({ status, output: this.output }))
    })
  }

  /** Waits for a line of its output and returns the first group. Throws when the command ends before. */
  async says(line: RegExp): Promise<string> {
    const running = this.ended.then(() => false)
    for (;;) {
      const [, found] = line.exec(this.output) ?? []
      if (found !== undefined) return found
      const said = new Promise<boolean>((resolve) => this.#child.stdout.once('data', () => resolve(true)))
      if (!(await Promise.race([said, running]))) throw new Error(`npm ended:\n${this.output}`)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.pid !== undefined && this.#child.exitCode === null) process.kill(-this.#child.pid, 'SIGTERM')
    await this.ended
  }
}
