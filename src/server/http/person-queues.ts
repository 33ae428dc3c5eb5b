import { Problem } from '#domain/problem.ts'
import { keyOfActor, type Actor } from '#domain/actor.ts'
import { Queue } from '../queue.ts'

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
