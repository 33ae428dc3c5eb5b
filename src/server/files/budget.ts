import { Problem } from '#domain/problem.ts'
import { keyOfActor, type Actor } from '#domain/actor.ts'

/**
 * Bytes that an account may write at once: 700 tracks of the largest size, each written twice (pieces, track). Several desks
 * may share one account.
 */
export const BUDGET_BYTES = 42 * 1024 ** 3
/** An empty budget refills within this time, continuously. */
const REFILL_MS = 24 * 60 * 60_000
const BYTES_PER_MS = BUDGET_BYTES / REFILL_MS
/** `retryAfter` of a refused request is the time until the budget is no longer exceeded, plus this time. */
const RETRY_REFILL_MS = 60 * 60_000
/** Number of persons in memory. Above it, the persons whose budget is full are removed. */
const MOST_KNOWN = 10_000

/**
 * The bytes of files that each signed-in person makes this process write: uploads, tracks and images. Commands that write no
 * file neither check nor spend it. Visitors have limits of their own.
 */
export class WriteBudget {
  readonly #now: () => number
  readonly #used = new Map<string, { readonly bytes: number; readonly at: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Throws `envio.tooMuch` when the person has used the budget up. */
  check(actor: Actor): void {
    const over = this.#usedBy(keyOfActor(actor)) - BUDGET_BYTES
    if (over < 0) return
    throw new Problem('envio.tooMuch', {}, Math.ceil((over / BYTES_PER_MS + RETRY_REFILL_MS) / 1_000))
  }

  spend(actor: Actor, bytes: number): void {
    if (actor.role === 'visitante') return
    const key = keyOfActor(actor)
    this.#used.set(key, { bytes: this.#usedBy(key) + bytes, at: this.#now() })
    if (this.#used.size <= MOST_KNOWN) return
    for (const known of this.#used.keys()) if (this.#usedBy(known) === 0) this.#used.delete(known)
  }

  #usedBy(key: string): number {
    const used = this.#used.get(key)
    if (!used) return 0
    // The clock of the machine may have gone back.
    const passed = Math.max(0, this.#now() - used.at)
    return Math.max(0, used.bytes - passed * BYTES_PER_MS)
  }
}
