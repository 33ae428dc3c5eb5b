import { availableParallelism } from 'node:os'
import { Problem } from '#domain/problem.ts'
import { Queue, type Pick } from '../queue.ts'

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
  readonly #mostWaiting: number
  readonly #reserved = new Set<Asker>()
  readonly #queue: Queue<Lane>

  constructor({ atOnce, mostWaiting }: HashQueueOptions) {
    this.#mostWaiting = mostWaiting
    this.#queue = new Queue(atOnce, pickLane())
  }

  /** Reserves a place. Throws `server.busy` when the lane, the account's share or the network's share of it is full. */
  reserve({ ...asker }: Asker): Place {
    const lane = [...this.#reserved].filter((other) => other.lane === asker.lane)
    const ofAccount = lane.filter((other) => other.account === asker.account)
    const ofNetwork = asker.lane === 'administrator' ? [] : lane.filter((other) => other.network === asker.network)
    const isFull = lane.length >= this.#mostWaiting || ofNetwork.length >= this.#mostWaiting / 2
    if (isFull || ofAccount.length >= MOST_PER_ACCOUNT) throw new Problem('server.busy', {}, BUSY_S)
    this.#reserved.add(asker)
    const release = (): void => void this.#reserved.delete(asker)
    return {
      run: (hash) =>
        this.#queue.run(() => {
          release()
          return hash()
        }, asker.lane),
      release,
    }
  }
}

/** Administrators first, then `KNOWN_IN_A_ROW` known browsers for each request of the open lane. */
function pickLane(): Pick<Lane> {
  let knownInARow = 0
  return (lanes) => {
    const administrator = lanes.indexOf('administrator')
    if (administrator !== -1) return administrator
    const known = lanes.indexOf('known')
    const open = lanes.indexOf('open')
    const isKnown = known !== -1 && (open === -1 || knownInARow < KNOWN_IN_A_ROW)
    knownInARow = isKnown ? knownInARow + 1 : 0
    return isKnown ? known : open
  }
}

/** A full queue is done in a few seconds. */
const BUSY_S = 2

/** The queue of this process. One core stays free for the live views. */
export const hashQueue = new HashQueue({ atOnce: Math.max(1, availableParallelism() - 1), mostWaiting: 256 })
