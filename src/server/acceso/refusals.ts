import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '#domain/problem.ts'

const WINDOW_MS = 15 * 60_000
/** Refusals of one network per window before its answers are delayed. */
const MOST_UNDELAYED = 2_000
const SLOW_MS = 1_000
/** Limit of concurrent requests of one network that will be refused. */
const MOST_UNDERWAY = 20
/** Limit of networks in memory: the oldest is forgotten. */
const MOST_KNOWN = 10_000

/**
 * Counts the refused registrations and photos of each network, in memory. They only delay answers, and do not count against
 * the limits of a venue. Refusals for the state of the server (busy, no room) are not counted.
 */
export class Refusals {
  readonly #now: () => number
  readonly #underway = new Map<string, number>()
  /** The counts of the current window, and its end. */
  readonly #counts = new Map<string, number>()
  #until = 0

  constructor(now: () => number) {
    this.#now = now
  }

  count(network: string): void {
    this.#counts.set(network, this.#countOf(network) + 1)
    const [oldest] = this.#counts.keys()
    if (oldest !== undefined && this.#counts.size > MOST_KNOWN) this.#counts.delete(oldest)
  }

  /** Waits a second when the network had more than 2,000 refusals in 15 minutes. */
  async slowDown(network: string): Promise<void> {
    if (this.#countOf(network) > MOST_UNDELAYED) await pause(SLOW_MS)
  }

  /**
   * Admits a request that will be refused, with the delay of `slowDown`. Returns the function that ends it; call it once. Throws
   * `session.tooManyRequests` when too many such requests of the network run.
   */
  async enter(network: string): Promise<() => void> {
    const underway = this.#underway.get(network) ?? 0
    if (underway >= MOST_UNDERWAY) throw new Problem('session.tooManyRequests', {}, SLOW_MS / 1000)
    this.#underway.set(network, underway + 1)
    await this.slowDown(network)
    return () => {
      const left = (this.#underway.get(network) ?? 1) - 1
      if (left > 0) this.#underway.set(network, left)
      else this.#underway.delete(network)
    }
  }

  #countOf(network: string): number {
    const now = this.#now()
    const left = this.#until - now
    // More than a window is left when the clock of the machine has gone back.
    if (left <= 0 || left > WINDOW_MS) {
      this.#counts.clear()
      this.#until = now + WINDOW_MS
    }
    return this.#counts.get(network) ?? 0
  }
}
