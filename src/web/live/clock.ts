/** A server's word moves the clock only when it is off by more than this: less is the journey, and would make it stutter. */
const TOLERANCE_MS = 1_000

/** The server's time in this browser. It ticks on the server's seconds, with one timer for everybody who shows it. */
export class ServerClock {
  #offset: number | undefined
  #second = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #readers = new Set<() => void>()

  now(): number {
    return Date.now() + (this.#offset ?? 0)
  }

  /** Takes what the server said its time was, `age` ms ago. */
  hear(ahora: number, age = 0): void {
    const offset = ahora + age - Date.now()
    if (this.#offset !== undefined && Math.abs(offset - this.#offset) <= TOLERANCE_MS) return
    this.#offset = offset
    if (this.#readers.size > 0) this.#tick()
  }

  /** The second that is shown now, as an instant: the same value until the next tick. */
  readonly second = (): number => {
    if (this.#readers.size === 0) this.#second = floorTo(this.now(), 1_000)
    return this.#second
  }

  readonly minute = (): number => floorTo(this.second(), 60_000)

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#readers.add(notify)
    if (this.#readers.size === 1) this.#tick()
    return () => {
      this.#readers.delete(notify)
      if (this.#readers.size === 0) clearTimeout(this.#timer)
    }
  }

  #tick(): void {
    clearTimeout(this.#timer)
    const now = this.now()
    this.#timer = setTimeout(() => this.#tick(), 1_000 - (now % 1_000))
    const second = floorTo(now, 1_000)
    if (second === this.#second) return
    this.#second = second
    for (const notify of this.#readers) notify()
  }
}

function floorTo(instant: number, step: number): number {
  return Math.floor(instant / step) * step
}
