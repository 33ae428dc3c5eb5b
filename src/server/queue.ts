import { Problem } from '#domain/problem.ts'
import { keyOfActor, type Actor } from '#domain/actor.ts'

/**
 * Runs tasks in order of arrival, `atOnce` at the same time (default 1). With room, a task starts before `run` returns. A
 * task that fails does not stop the others.
 *
 * @example
 * const queue = new Queue()
 * const photo = await queue.run(() => encode(bytes)) // throws what the task throws
 */
export class Queue {
  readonly #atOnce: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce = 1) {
    this.#atOnce = atOnce
  }

  /** Tasks that run or wait. */
  get size(): number {
    return this.#running + this.#waiting.length
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1
    else await new Promise<void>((start) => this.#waiting.push(start))
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

/** Limit of requests per person that run or wait. */
const MOST_WAITING = 20

/** Runs the requests of each person one after the other. Requests of different persons run at the same time. */
export class PersonQueues {
  readonly #queues = new Map<string, Queue>()

  /** Throws `server.busy` when too many requests of this person wait. */
  async run<T>(actor: Actor, run: () => Promise<T>): Promise<T> {
    const key = keyOfActor(actor)
    const queue = this.#queues.get(key) ?? new Queue()
    if (queue.size >= MOST_WAITING) throw new Problem('server.busy')
    this.#queues.set(key, queue)
    try {
      return await queue.run(run)
    } finally {
      if (queue.size === 0) this.#queues.delete(key)
    }
  }
}
