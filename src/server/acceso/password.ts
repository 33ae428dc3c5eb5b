import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Problem } from '#domain/problem.ts'
import { Queue } from '../queue.ts'

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

/** The origin of a request for a hash. Each may hold a share of the queue. */
export interface Share {
  /** The account, or what the request proved that it holds: a known browser, a session or a one-time link. */
  readonly account: string
  /** The address, or the /64 network of an IPv6 address. Without it, the request holds a proof and waits with its account alone. */
  readonly network?: string
}

/** Attempts that may wait: of one account, of one network, and of all networks. */
const MOST = { account: 4, network: 128, all: 512 } as const
/** `retryAfter` of a refused attempt, in seconds. */
const RETRY_AFTER_S = 2

/**
 * Limits how many password hashes run at once; the others wait in order of arrival.
 *
 * @example
 * const hash = await hashQueue.run({ account, network }, { claim: () => claimAttempt(deps, limits), hash: () => hashPassword(password) })
 */
export class HashQueue {
  readonly #turns: Queue
  readonly #waiting = new Set<Share>()

  constructor(atOnce: number) {
    this.#turns = new Queue(atOnce)
  }

  /**
   * Runs `claim` at once, and `hash` when its turn comes. Throws `session.tooManyRequests` when the account's share of the queue
   * is full, and `server.busy` when the network's share or the queue is: then `claim` does not run. Throws what they throw.
   */
  async run<C, T>(
    { ...share }: Share,
    { claim, hash }: { readonly claim: () => Promise<C>; readonly hash: (claimed: C) => Promise<T> },
  ): Promise<T> {
    this.#mustHaveRoom(share)
    this.#waiting.add(share)
    try {
      const claimed = await claim()
      return await this.#turns.run(() => {
        this.#waiting.delete(share)
        return hash(claimed)
      })
    } finally {
      this.#waiting.delete(share)
    }
  }

  #mustHaveRoom({ account, network }: Share): void {
    const waiting = [...this.#waiting]
    if (waiting.filter((other) => other.account === account).length >= MOST.account)
      throw new Problem('session.tooManyRequests', {}, RETRY_AFTER_S)
    if (network === undefined) return
    const ofNetwork = waiting.filter((other) => other.network === network).length
    if (waiting.length >= MOST.all || ofNetwork >= MOST.network) throw new Problem('server.busy', {}, RETRY_AFTER_S)
  }
}

/** The password queue of this process. With two or more cores, one stays free for the live views. */
export const hashQueue = new HashQueue(Math.max(1, availableParallelism() - 1))
