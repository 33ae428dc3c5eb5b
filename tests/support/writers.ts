import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Acked, Round, Sent, Told } from './writer.ts'

const WRITER = fileURLToPath(new URL('writer.ts', import.meta.url))
const PATIENCE_MS = 120_000

/** Several clients writing at once, and what each of them was told. */
export class Writers implements AsyncDisposable {
  readonly acked: Acked[] = []
  readonly repeated: { readonly first: Acked; readonly second: Acked }[] = []
  readonly refused: Extract<Told, { tipo: 'refused' }>[] = []
  /** Commands whose outcome is not known. */
  pending: Sent[] = []
  away = 0
  readonly #children: readonly ChildProcess[]
  readonly #looking = new Set<() => void>()
  #writing = 0

  constructor(count: number) {
    this.#children = Array.from({ length: count }, (_, index) => {
      const child = fork(WRITER, [`cliente ${index}`], { env: { PATH: process.env['PATH'] } })
      child.on('message', (told: Told) => this.#hear(told))
      return child
    })
  }

  begin(round: Round): void {
    this.pending = []
    this.#writing = this.#children.length
    for (const child of this.#children) child.send(round)
  }

  /** Waits until something is true of what was heard. */
  async until(done: () => boolean): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const finish = (error?: Error): void => {
        clearTimeout(limit)
        this.#looking.delete(look)
        if (error) reject(error)
        else resolve()
      }
      const limit = setTimeout(() => finish(new Error('The writers wrote too little.')), PATIENCE_MS)
      const look = (): void => {
        if (done()) finish()
      }
      this.#looking.add(look)
      look()
    })
  }

  /** Waits until every client has noticed that the server is gone. */
  async ended(): Promise<void> {
    await this.until(() => this.#writing === 0)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    }
  }

  #hear(told: Told): void {
    if (told.tipo === 'acked') this.acked.push(told.acked)
    else if (told.tipo === 'repeated') this.repeated.push(told)
    else if (told.tipo === 'refused') this.refused.push(told)
    else if (told.tipo === 'away') this.away += 1
    else {
      this.#writing -= 1
      if (told.pending) this.pending.push(told.pending)
    }
    for (const look of this.#looking) look()
  }
}
