import { Store } from '../ui/store.ts'

/** A smaller difference does not move the clock: it comes from the network, and the seconds would stutter. */
const TOLERANCE_MS = 1_000

/** The server's time in this browser. It ticks on the server's seconds, with one timer for all components. */
export class ServerClock extends Store<number> {
  #offset: number | undefined
  #isGuess = true
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super(0)
  }

  now(): number {
    return Date.now() + (this.#offset ?? 0)
  }

  /** Takes the server's time (ms since 1970) as it was `age` ms ago. */
  hear(ahora: number, age = 0): void {
    const offset = ahora + age - Date.now()
    if (!this.#isGuess && this.#offset !== undefined && Math.abs(offset - this.#offset) <= TOLERANCE_MS) return
    this.#isGuess = false
    this.#offset = offset
    if (this.isObserved) this.#tick()
  }

  /** Takes a time that the device or a cache kept `age` ms ago, until a time of the server is known. */
  guess(ahora: number, age: number): void {
    if (!this.#isGuess) return
    this.hear(ahora, age)
    this.#isGuess = true
  }

  /** The current second, in ms since 1970. The same value until the next tick. */
  readonly second = (): number => (this.isObserved ? this.read() : floorTo(this.now(), 1_000))

  readonly minute = (): number => floorTo(this.second(), 60_000)

  protected override onSubscribed(): void {
    if (this.#timer === undefined) this.#tick()
  }

  protected override onUnsubscribed(): void {
    if (this.isObserved) return
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #tick(): void {
    clearTimeout(this.#timer)
    const now = this.now()
    this.#timer = setTimeout(() => this.#tick(), 1_000 - (now % 1_000))
    const second = floorTo(now, 1_000)
    if (second !== this.read()) this.set(second)
  }
}

function floorTo(instant: number, step: number): number {
  return Math.floor(instant / step) * step
}
