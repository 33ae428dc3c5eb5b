import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { hashQueue, type Asker, type Lane } from './hash-queue.ts'
import { claimAttempt, knownBuckets, signInBuckets, type Bucket, type Settle } from './limits.ts'
import { networkOf } from '../http/network.ts'
import { emailKeyOf } from './store.ts'

/** An admitted attempt: it has a place in the hash queue and is counted. */
export interface Admitted {
  /** Runs the hash in its turn. */
  readonly run: <T>(hash: () => Promise<T>) => Promise<T>
  /** Gives the place back when nothing is hashed, and takes back what the outcome does not keep. Only the first call counts. */
  readonly settle: Settle
}

/**
 * Admits one attempt: reserves its place first, which costs no write, then counts it.
 * Throws `server.busy` or `session.tooManyRequests`; then it holds no place and counts nowhere.
 */
export async function beginAttempt(deps: Deps, asker: Asker, buckets: readonly Bucket[]): Promise<Admitted> {
  const place = hashQueue.reserve(asker)
  try {
    const settle = await claimAttempt(deps, buckets)
    let isOpen = true
    const end: Settle = async (outcome) => {
      place.release()
      if (!isOpen) return
      isOpen = false
      await settle(outcome)
    }
    return {
      run: (hash) =>
        place.run(hash).catch(async (error: unknown) => {
          // A fault of ours is no attempt of theirs.
          await end(null)
          throw error
        }),
      settle: end,
    }
  } catch (error) {
    place.release()
    throw error
  }
}

interface SigningIn {
  readonly email: string
  readonly address: string
  /** The known browser's id; null: not known. */
  readonly browser: string | null
  readonly isAdmin: boolean
}

/**
 * Admits a sign-in. A known browser has a lane and a bucket of its own; when they are full (a copy of its cookie may have
 * filled them) it is treated like every other browser.
 */
export async function beginSignIn(deps: Deps, { email, address, browser, isAdmin }: SigningIn): Promise<Admitted> {
  const from = { account: emailKeyOf(email), network: networkOf(address) }
  const open = () => beginAttempt(deps, { ...from, lane: 'open' }, signInBuckets(email, address))
  if (browser === null) return open()
  const lane: Lane = isAdmin ? 'administrator' : 'known'
  return beginAttempt(deps, { ...from, lane }, knownBuckets(email, browser)).catch((error: unknown) => {
    if (error instanceof Problem) return open()
    throw error
  })
}
