import { availableParallelism } from 'node:os'
import { Problem } from '#domain/problem.ts'

/**
 * `administrator` and `known`: the request proved that its browser signed in to this account before, or that it holds a
 * session or a one-time link. `open`: everybody else.
 */
export type Lane = 'administrator' | 'known' | 'open'

export interface Asker {
  readonly lane: Lane
  readonly account: string
  /** The address, or the /64 network of an IPv6 address. */
  readonly network: string
}

/** A reserved place in the queue. Call `run` or `release`, once. */
export interface Place {
  /** Waits for its turn, then runs. */
  readonly run: <T>(hash: () => Promise<T>) => Promise<T>
  /** Gives the place back without running. Does nothing after `run`. */
  readonly release: () => void
}

export interface HashQueueOptions {
  readonly atOnce: number
  /** Places of a lane. One network may hold half of a lane; the administrators' lane has no limit per network. */
  readonly mostWaiting: number
}

/** Places that one account may hold in a lane while it waits. */
const MOST_PER_ACCOUNT = 4
/** The open lane gets every fourth turn while the known lane has requests waiting. */
const KNOWN_IN_A_ROW = 3

/**
 * Password hashes take tens of milliseconds of a core: few run at once, the others wait here. Administrators' known browsers
 * are served first, then other known browsers, three for each request of the open lane.
 *
 * @example
 * const place = hashQueue.reserve({ lane: 'open', account, network }) // throws server.busy
 * const hash = await place.run(() => hashPassword(password))
 */
export class HashQueue {
  readonly #options: HashQueueOptions
  readonly #reserved = new Set<Asker>()
  readonly #ready: Readonly<Record<Lane, (() => void)[]>> = { administrator: [], known: [], open: [] }
  #running = 0
  #knownInARow = 0

  constructor(options: HashQueueOptions) {
    this.#options = options
  }

  /** Reserves a place. Throws `server.busy` when the lane, the account's share or the network's share of it is full. */
  reserve({ ...asker }: Asker): Place {
    const { mostWaiting } = this.#options
    const lane = [...this.#reserved].filter((other) => other.lane === asker.lane)
    const ofAccount = lane.filter((other) => other.account === asker.account)
    const ofNetwork = asker.lane === 'administrator' ? [] : lane.filter((other) => other.network === asker.network)
    const isFull = lane.length >= mostWaiting || ofNetwork.length >= mostWaiting / 2
    if (isFull || ofAccount.length >= MOST_PER_ACCOUNT) throw new Problem('server.busy', {}, BUSY_S)
    this.#reserved.add(asker)
    return {
      run: (hash) => this.#run(asker, hash),
      release: () => this.#reserved.delete(asker),
    }
  }

  async #run<T>(asker: Asker, hash: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce) this.#running += 1
    else await new Promise<void>((resolve) => this.#ready[asker.lane].push(resolve))
    this.#reserved.delete(asker)
    try {
      return await hash()
    } finally {
      const next = this.#next()
      if (next) next()
      else this.#running -= 1
    }
  }

  #next(): (() => void) | undefined {
    const { administrator, known, open } = this.#ready
    if (administrator.length > 0) return administrator.shift()
    const isKnown = known.length > 0 && (open.length === 0 || this.#knownInARow < KNOWN_IN_A_ROW)
    this.#knownInARow = isKnown ? this.#knownInARow + 1 : 0
    return isKnown ? known.shift() : open.shift()
  }
}

/** A full queue is done in a few seconds. */
const BUSY_S = 2

/** The queue of this process. One core stays free for the live views. */
export const hashQueue = new HashQueue({ atOnce: Math.max(1, availableParallelism() - 1), mostWaiting: 256 })
