import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Problem } from '#domain/problem.ts'

const derive = promisify(argon2)

/** The cost of one hash. `memory` is in KiB. */
interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** The cost that OWASP recommends for argon2id: 19 MiB, two passes, one lane. Each hash stores its own cost. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32

/**
 * A text that looks the same may be encoded in several ways, and devices differ: a password is hashed in one of them. Hashes of
 * former versions are of the text as it was typed.
 */
const normalize = (password: string): string => password.normalize('NFKC')

/**
 * Returns `argon2id$memory$passes$lanes$salt$hash`. Uses a core for tens of milliseconds: call it inside `hashQueue`. Only tests
 * pass another cost.
 */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(16)
  const hash = await tag(normalize(password), salt, cost)
  return `${headOf(cost)}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/**
 * Checks a password against a stored hash: normalised, and then as typed where that differs. Takes the same time without an
 * account (`stored` is null). Call it inside `hashQueue`.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = (stored ?? DUMMY).split('$')
  const expected = Buffer.from(hash ?? '', 'base64url')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  for (const text of new Set([normalize(password), password])) {
    const actual = await tag(text, Buffer.from(salt ?? '', 'base64url'), cost)
    if (stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual)) return true
  }
  return false
}

const headOf = ({ memory, passes, parallelism }: Cost): string => `argon2id$${memory}$${passes}$${parallelism}`
const DUMMY = `${headOf(COST)}$${'A'.repeat(22)}$${'A'.repeat(43)}`

async function tag(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return derive('argon2id', { message: password, nonce, tagLength: TAG_BYTES, ...cost })
}

/**
 * `administrator` and `known`: the request proved that its browser signed in to this account before, or that it holds a
 * session or a one-time link. `open`: every other request.
 */
export type Lane = 'administrator' | 'known' | 'open'

/** A request that needs a place in the queue. */
export interface PlaceRequest {
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
 * Limits how many password hashes run at once; the others wait. The lane of administrators on known browsers runs first, then three requests of
 * the known lane for each request of the open lane.
 *
 * @example
 * const place = hashQueue.reserve({ lane: 'open', account, network }) // throws server.busy
 * const hash = await place.run(() => hashPassword(password))
 */
export class HashQueue {
  readonly #options: HashQueueOptions
  readonly #reserved = new Set<PlaceRequest>()
  readonly #waiting: Readonly<Record<Lane, (() => void)[]>> = { administrator: [], known: [], open: [] }
  #running = 0
  #knownInARow = 0

  constructor(options: HashQueueOptions) {
    this.#options = options
  }

  /**
   * Reserves a place. Throws `session.tooManyRequests` when the account's share of the lane is full, and `server.busy` when the
   * lane or the network's share of it is.
   */
  reserve({ ...request }: PlaceRequest): Place {
    const { lane } = request
    const places = [...this.#reserved].filter((other) => other.lane === lane)
    const ofAccount = places.filter(({ account }) => account === request.account)
    if (ofAccount.length >= MOST_PER_ACCOUNT) throw new Problem('session.tooManyRequests', {}, RETRY_AFTER_S)
    const ofNetwork = lane === 'administrator' ? [] : places.filter(({ network }) => network === request.network)
    const { mostWaiting } = this.#options
    if (places.length >= mostWaiting || ofNetwork.length >= mostWaiting / 2) {
      throw new Problem('server.busy', {}, RETRY_AFTER_S)
    }
    this.#reserved.add(request)
    return {
      run: (hash) => this.#run(request, hash),
      release: () => void this.#reserved.delete(request),
    }
  }

  async #run<T>(request: PlaceRequest, hash: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce) this.#running += 1
    else await new Promise<void>((start) => this.#waiting[request.lane].push(start))
    this.#reserved.delete(request)
    try {
      return await hash()
    } finally {
      const next = this.#next()
      if (next) next()
      else this.#running -= 1
    }
  }

  /** Takes the request that runs next. */
  #next(): (() => void) | undefined {
    const { administrator, known, open } = this.#waiting
    if (administrator.length > 0) return administrator.shift()
    const isKnown = known.length > 0 && (open.length === 0 || this.#knownInARow < KNOWN_IN_A_ROW)
    this.#knownInARow = isKnown ? this.#knownInARow + 1 : 0
    return (isKnown ? known : open).shift()
  }
}

/** `retryAfter` of a refused place, in seconds. */
const RETRY_AFTER_S = 2

/** The password queue of this process. With two or more cores, one stays free for the live views. */
export const hashQueue = new HashQueue({ atOnce: Math.max(1, availableParallelism() - 1), mostWaiting: 256 })
