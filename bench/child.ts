import { spawn, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

type Orders = Readonly<Record<string, (input: never) => unknown>>

/** A process of the bench that answers orders of this type. */
export interface Child<O extends Orders> extends AsyncDisposable {
  readonly ask: <K extends keyof O & string>(name: K, ...input: Parameters<O[K]>) => Promise<Awaited<ReturnType<O[K]>>>
}

/** The server has one core and the listeners the other, so that they do not take time from each other. */
export const SERVER_CORE = '0'
export const CLIENT_CORE = '1'

export const pins: boolean =
  availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true'], { stdio: 'ignore' }).status === 0

const ANSWER_MS = 120_000

/** Starts a process of `bench/processes/`, on a core of its own where that can be had. `through` is a command that runs it. */
export function startChild<O extends Orders>(
  file: URL,
  core: string,
  through: readonly string[] = [],
): Child<O> & { readonly pid: number | undefined } {
  const pinned = pins ? ['taskset', '-c', core] : []
  const [command, ...args] = [...pinned, ...through, process.execPath, fileURLToPath(file)]
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const waiting = new Map<number, { done: (output: never) => void; failed: (error: Error) => void }>()
  let asked = 0

  child.on('message', (text) => {
    if (typeof text !== 'string') return
    const answer: { id: number; output: never; error?: string } = JSON.parse(text)
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.error === undefined) asker?.done(answer.output)
    else asker?.failed(new Error(answer.error))
  })
  const ended = new Promise<void>((resolve) => {
    child.on('exit', (code) => {
      for (const { failed } of waiting.values()) failed(new Error(`${file.pathname} ended with ${code}`))
      resolve()
    })
  })

  return {
    pid: child.pid,
    ask: (name, ...[input]) => {
      asked += 1
      const id = asked
      return new Promise((done, failed) => {
        const late = setTimeout(() => failed(new Error(`${name}: no answer in ${ANSWER_MS} ms`)), ANSWER_MS)
        waiting.set(id, {
          done: (output) => {
            clearTimeout(late)
            done(output)
          },
          failed,
        })
        child.send(JSON.stringify({ id, name, input }))
      })
    },
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
