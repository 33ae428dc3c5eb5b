import { Problem } from '#domain/problem.ts'
import { keyOfActor, type Actor } from '#domain/actor.ts'
import { Queue } from '../queue.ts'

/** Limit of requests per person that run or wait. */
const MOST_WAITING = 20

/** Runs the requests of each person one after the other. Requests of different persons run at the same time. */
export class Lanes {
  readonly #lanes = new Map<string, Queue>()

  /** Throws `server.busy` when too many requests of this person wait. */
  async run<T>(actor: Actor, run: () => Promise<T>): Promise<T> {
    const key = keyOfActor(actor)
    const lane = this.#lanes.get(key) ?? new Queue()
    if (lane.size >= MOST_WAITING) throw new Problem('server.busy')
    this.#lanes.set(key, lane)
    try {
      return await lane.run(run)
    } finally {
      if (lane.size === 0) this.#lanes.delete(key)
    }
  }
}
