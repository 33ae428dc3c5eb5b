/**
 * Runs a task soon after each `wake`, one run at a time. Calls during a run are answered by one more run. `run` resolves with
 * the pause before the next run, in ms; it must not reject.
 */
export class Repeater {
  readonly #run: () => Promise<number>
  #isRunning = false
  #again = false
  #stopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(run: () => Promise<number>) {
    this.#run = run
  }

  wake(): void {
    this.#again = true
    if (this.#isRunning || this.#stopped) return
    this.#isRunning = true
    this.#again = false
    void this.#run().then((pause) => {
      if (this.#stopped) return
      if (pause === 0) this.#rested()
      else this.#timer = setTimeout(() => this.#rested(), pause)
    })
  }

  /** No run begins after it. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #rested(): void {
    this.#isRunning = false
    if (this.#again) this.wake()
  }
}
