import { Problem } from '#domain/problem.ts'
import { keyOfActor, type Actor } from '#domain/role.ts'
import { oneAtATime } from '../db/one-at-a-time.ts'

/** Requests of one person that may wait; a form sends one. */
const MOST_WAITING = 20

interface PersonLane {
  readonly alone: ReturnType<typeof oneAtATime>
  waiting: number
}

/** Runs the requests of each person one after the other; those of different persons do not wait for each other. */
export class Lanes {
  readonly #lanes = new Map<string, PersonLane>()

  /** Throws `server.busy` when too many requests of this person wait. */
  async run<T>(actor: Actor, run: () => Promise<T>): Promise<T> {
    const key = keyOfActor(actor)
    const lane = this.#lanes.get(key) ?? { alone: oneAtATime(), waiting: 0 }
    if (lane.waiting >= MOST_WAITING) throw new Problem('server.busy')
    this.#lanes.set(key, lane)
    lane.waiting += 1
    try {
      return await lane.alone(run)
    } finally {
      lane.waiting -= 1
      if (lane.waiting === 0) this.#lanes.delete(key)
    }
  }
}
