interface Waiting<Lane> {
  readonly lane: Lane
  readonly start: () => void
}

/**
 * Returns the index of the task that runs next. `lanes` holds the lane of each waiting task, in order of arrival; empty when
 * no task waits.
 */
export type PickNext<Lane> = (lanes: readonly Lane[]) => number

/**
 * Runs tasks in order of arrival, `atOnce` at the same time (default 1). With room, a task starts before `run` returns. A
 * task that fails does not stop the others. `pick` sets another order.
 *
 * @example
 * const queue = new Queue()
 * const photo = await queue.run(() => encode(bytes)) // throws what the task throws
 */
export class Queue<Lane = void> {
  readonly #atOnce: number
  readonly #pick: PickNext<Lane> | undefined
  readonly #waiting: Waiting<Lane>[] = []
  #running = 0

  constructor(atOnce = 1, pick?: PickNext<Lane>) {
    this.#atOnce = atOnce
    this.#pick = pick
  }

  /** Tasks that run or wait. */
  get size(): number {
    return this.#running + this.#waiting.length
  }

  async run<T>(task: () => Promise<T>, lane: Lane): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1
    else await new Promise<void>((start) => this.#waiting.push({ lane, start }))
    try {
      return await task()
    } finally {
      const next = this.#next()
      if (next) next.start()
      else this.#running -= 1
    }
  }

  #next(): Waiting<Lane> | undefined {
    if (!this.#pick) return this.#waiting.shift()
    return this.#waiting.splice(this.#pick(this.#waiting.map(({ lane }) => lane)), 1)[0]
  }
}
