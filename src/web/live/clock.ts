import { Store } from '../ui/store.ts'

/** A server's word moves the clock only when it is off by more than this: less is the journey, and would make it stutter. */
const TOLERANCE_MS = 1_000

/** The server's time in this browser. It ticks on the server's seconds, with one timer for everybody who shows it. */
export class ServerClock extends Store<number> {
  #offset: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super(0)
  }

  now(): number {
    return Date.now() + (this.#offset ?? 0)
  }

  /** Takes what the server said its time was, `age` ms ago. */
  hear(ahora: number, age = 0): void {
    const offset = ahora + age - Date.now()
    if (this.#offset !== undefined && Math.abs(offset - this.#offset) <= TOLERANCE_MS) return
    this.#offset = offset
    if (this.isObserved) this.#tick()
  }

  /** The second that is shown now, as an instant: the same value until the next tick. */
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
