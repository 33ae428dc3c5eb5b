import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '#domain/problem.ts'
import { networkOf } from '../http/network.ts'

const WINDOW_MS = 15 * 60_000
/** Refusals of one network in a window that are answered at once. */
const QUICK = 2_000
const SLOW_MS = 1_000
/** Requests of one network that are bound to be refused and under way at the same time. */
const MOST_UNDERWAY = 20
/** Networks in memory before the oldest is forgotten. */
const MOST_KNOWN = 10_000

/**
 * Refused registrations and photos of each network, in memory: they only slow answers down, so they cost no write. They count
 * apart from those that are made: a flood of them closes nothing for a venue. The server's own state (no place, no room)
 * is no refusal of theirs.
 */
export class Refusals {
  readonly #now: () => Date
  readonly #counts = new Map<string, { readonly count: number; readonly until: number }>()
  readonly #underway = new Map<string, number>()

  constructor(now: () => Date) {
    this.#now = now
  }

  count(address: string): void {
    const network = networkOf(address)
    const now = this.#now().getTime()
    const known = this.#known(network)
    this.#counts.set(network, { count: (known?.count ?? 0) + 1, until: known?.until ?? now + WINDOW_MS })
    const [oldest] = this.#counts.keys()
    if (oldest !== undefined && this.#counts.size > MOST_KNOWN) this.#counts.delete(oldest)
  }

  /** Waits a second when the network had more than 2,000 refusals in a quarter of an hour. */
  async slowDown(address: string): Promise<void> {
    if ((this.#known(networkOf(address))?.count ?? 0) > QUICK) await pause(SLOW_MS)
  }

  /**
   * Admits a request that is bound to be refused, slowed down, before it waits for a transaction. Returns how to leave, to be
   * called once. Throws `server.busy` while too many of the network are under way.
   */
  async enter(address: string): Promise<() => void> {
    const network = networkOf(address)
    const underway = this.#underway.get(network) ?? 0
    if (underway >= MOST_UNDERWAY) throw new Problem('server.busy')
    this.#underway.set(network, underway + 1)
    await this.slowDown(address)
    return () => {
      const left = (this.#underway.get(network) ?? 1) - 1
      if (left > 0) this.#underway.set(network, left)
      else this.#underway.delete(network)
    }
  }

  #known(network: string): { readonly count: number; readonly until: number } | undefined {
    const known = this.#counts.get(network)
    return known && known.until > this.#now().getTime() ? known : undefined
  }
}
