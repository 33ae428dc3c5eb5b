import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { hashQueue, type PlaceRequest } from './password.ts'
import * as store from './store.ts'

const WINDOW_MS = 15 * 60_000

type Outcome = 'failure' | 'success'

/**
 * The limits of attempts within 15 minutes. `keeps`: the outcome that stays counted; an attempt with the other one is
 * subtracted. What other people can cause must not fill the limit of a person: `exito` counts right passwords alone.
 */
const RULES = {
  /** Sign-ins to one account from one network (an IPv4 address or an IPv6 /64). */
  par: { most: 10, keeps: 'failure' },
  /** Sign-ins from one network: a venue is one. */
  dir: { most: 300, keeps: 'failure' },
  /** Sign-ins to one account from browsers that are not known. */
  cuenta: { most: 100, keeps: 'failure' },
  /** Sign-ins from one known browser. Other browsers cannot fill it. */
  conocido: { most: 20, keeps: 'failure' },
  /** Sign-ins and password changes of one account. */
  exito: { most: 60, keeps: 'success' },
  /** Accounts made from one network: all competitors may register from the venue. */
  alta: { most: 400, keeps: 'success' },
  /** Photos staged from one network: a person may choose several times. */
  foto: { most: 600, keeps: 'success' },
  /** Sessions that the link of one judge opens from one network. */
  juez: { most: 100, keeps: 'success' },
  /** Links sent by e-mail, per network and per account. */
  'olvido-dir': { most: 100, keeps: 'success' },
  olvido: { most: 3, keeps: 'success' },
} as const satisfies Record<string, { readonly most: number; readonly keeps: Outcome }>

/** A rule, and the account, network or browser that it counts. */
export type Limit = readonly [rule: keyof typeof RULES, key: string]

const bucketOf = ([rule, key]: Limit): string => `${rule}:${key}`

/** Subtracts the attempt from the limits that do not keep this outcome; null subtracts it from all. */
export type Settle = (outcome: Outcome | null) => Promise<void>

/**
 * Counts an attempt in every limit, or in none when one of them is full: failures from one address cannot lock an account
 * for other addresses. Throws `session.tooManyRequests` with the seconds to wait.
 *
 * Each row stays locked until all are counted. Pass the limits from narrow to wide, to avoid deadlocks.
 */
export async function claimAttempt(deps: Deps, limits: readonly Limit[]): Promise<Settle> {
  const now = deps.now()
  await deps.db.write(async (tx) => {
    for (const limit of limits) {
      const { cuenta, hasta } = await store.countIntento(tx, bucketOf(limit), now, WINDOW_MS)
      if (cuenta > RULES[limit[0]].most) throw tooMany(hasta - now)
    }
  })
  return async (outcome) => {
    const refunded = limits.filter(([rule]) => RULES[rule].keeps !== outcome).map(bucketOf)
    if (refunded.length > 0) await deps.db.write((tx) => store.refundIntentos(tx, refunded))
  }
}

/** Throws `session.tooManyRequests` when a limit is full. Counts nothing. */
export async function mustHaveAttempts(deps: Deps, limit: Limit): Promise<void> {
  const now = deps.now()
  const found = await deps.db.read((tx) => store.readIntento(tx, bucketOf(limit), now, WINDOW_MS))
  if (found && found.cuenta >= RULES[limit[0]].most) throw tooMany(found.hasta - now)
}

function tooMany(ms: number): Problem {
  return new Problem('session.tooManyRequests', {}, Math.ceil(ms / 1000))
}

/** An attempt that has a place in the hash queue and is counted. */
export interface OpenAttempt {
  /** Runs the hash when its turn comes. */
  readonly run: <T>(hash: () => Promise<T>) => Promise<T>
  /** Releases the place and settles the limits. Only the first call has an effect. */
  readonly settle: Settle
}

/**
 * Begins an attempt: reserves a place in the hash queue, then counts the attempt. Throws `server.busy` or
 * `session.tooManyRequests`; then the attempt holds no place and is not counted.
 */
export async function beginAttempt(deps: Deps, request: PlaceRequest, limits: readonly Limit[]): Promise<OpenAttempt> {
  const place = hashQueue.reserve(request)
  let counted: Settle | null = await claimAttempt(deps, limits).catch((error: unknown) => {
    place.release()
    throw error
  })
  const settle: Settle = async (outcome) => {
    place.release()
    const first = counted
    counted = null
    await first?.(outcome)
  }
  return {
    settle,
    run: (hash) =>
      place.run(hash).catch(async (error: unknown) => {
        // A fault of the server is not counted as an attempt.
        await settle(null)
        throw error
      }),
  }
}
