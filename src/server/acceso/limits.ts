import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { countIntento, forgetOver, readIntentos, refundIntentos } from './intentos.ts'
import { networkOf } from '../http/network.ts'
import { oldestAt } from './sesiones.ts'
import { emailKeyOf } from './store.ts'

const WINDOW_MS = 15 * 60_000

/** A row that counts attempts of a quarter of an hour, and how many it allows. */
export interface Bucket {
  readonly bucket: string
  readonly most: number
  /** Which attempts stay counted once their outcome is known. */
  readonly keeps: Outcome
}

export type Outcome = 'failure' | 'success'

const failures = (bucket: string, most: number): Bucket => ({ bucket, most, keeps: 'failure' })
const successes = (bucket: string, most: number): Bucket => ({ bucket, most, keeps: 'success' })

/**
 * Sign-ins and password changes of one account. Counting them bounds what a person who has a password costs.
 * Only the right password is counted here, so other people cannot use it up.
 */
export function accountBucket(email: string): Bucket {
  return successes(`exito:${emailKeyOf(email)}`, 60)
}

/**
 * Signing in from any browser. A venue has one address, so an address may fail often; one account from one address may not,
 * and one account from anywhere only so often. The order is that of the locks: see `claimAttempt`.
 */
export function signInBuckets(email: string, address: string): Bucket[] {
  const account = emailKeyOf(email)
  return [
    failures(`par:${account}|${networkOf(address)}`, 10),
    failures(`dir:${networkOf(address)}`, 300),
    failures(`cuenta:${account}`, 100),
    accountBucket(email),
  ]
}

/** Signing in from a browser that signed in to this account before: a bucket of its own, which no other browser fills. */
export function knownBuckets(email: string, browser: string): Bucket[] {
  return [failures(`conocido:${browser}`, 20), accountBucket(email)]
}

/** Accounts made: every competitor may register from the venue in the same quarter of an hour. */
export function registerBuckets(address: string): Bucket[] {
  return [successes(`alta:${networkOf(address)}`, 400)]
}

/** Photos stored ahead of a form: some people choose more than once. */
export function fotoBuckets(address: string): Bucket[] {
  return [successes(`foto:${networkOf(address)}`, 600)]
}

/** Links asked for by e-mail: the third of one address fills its inbox enough. */
export function resetBuckets(email: string, address: string): Bucket[] {
  return [successes(`olvido-dir:${networkOf(address)}`, 100), successes(`olvido:${emailKeyOf(email)}`, 3)]
}

/** Takes back what the outcome does not keep; `null` takes back everything. */
export type Settle = (outcome: Outcome | null) => Promise<void>

/**
 * Counts an attempt before it costs anything, in every bucket or in none: a refused attempt counts nowhere, so failures from
 * one address cannot lock an account for other addresses. Throws `session.tooManyRequests` with the seconds to wait.
 *
 * Each row stays locked until all are counted: callers give buckets in one order, the narrow ones first.
 */
export async function claimAttempt(deps: Deps, buckets: readonly Bucket[]): Promise<Settle> {
  const now = deps.now().getTime()
  // A transaction of its own: clearing locks rows in another order than counting does.
  await deps.db.write((tx) => forgetOver(tx, { engine: deps.db.engine, now, sesion: oldestAt(now) }))
  await deps.db.write(async (tx) => {
    for (const { bucket, most } of buckets) {
      const { cuenta, hasta } = await countIntento(tx, bucket, now, WINDOW_MS)
      if (cuenta > most) throw tooMany(hasta - now)
    }
  })
  return async (outcome) => {
    const given = buckets.filter(({ keeps }) => keeps !== outcome).map(({ bucket }) => bucket)
    if (given.length > 0) await deps.db.write((tx) => refundIntentos(tx, given))
  }
}

/** Refuses early, and counts nothing, when a bucket is full. Throws `session.tooManyRequests`. */
export async function mustHaveAttempts(deps: Deps, buckets: readonly Bucket[]): Promise<void> {
  const now = deps.now().getTime()
  const names = buckets.map(({ bucket }) => bucket)
  const counts = await deps.db.read((tx) => readIntentos(tx, names, now))
  for (const { bucket, most } of buckets) {
    const found = counts.find((count) => count.bucket === bucket)
    if (found && found.cuenta >= most) throw tooMany(found.hasta - now)
  }
}

function tooMany(ms: number): Problem {
  return new Problem('session.tooManyRequests', {}, Math.ceil(ms / 1000))
}
