import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#domain/problem.ts'
import type { CuentaTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { hashQueue, type PlaceRequest, type Lane } from './password.ts'
import * as store from './store.ts'

const WINDOW_MS = 15 * 60_000

/** A row of `intento`, which counts attempts within 15 minutes, and its limit. */
export interface Bucket {
  readonly bucket: string
  readonly most: number
  /** The outcome that stays counted. An attempt with the other outcome is subtracted. */
  readonly keeps: Outcome
}

export type Outcome = 'failure' | 'success'

const failureBucket = (bucket: string, most: number): Bucket => ({ bucket, most, keeps: 'failure' })
const successBucket = (bucket: string, most: number): Bucket => ({ bucket, most, keeps: 'success' })

/**
 * Limits the sign-ins and password changes of one account. Only attempts with the right password count, so other people
 * cannot exhaust the limit.
 */
export function accountBucket(email: string): Bucket {
  return successBucket(`exito:${store.emailKeyOf(email)}`, 60)
}

/**
 * Limits the sign-ins from any browser: failures per account and network, per network (a venue is one), and per
 * account. The order is the order of the locks: see `claimAttempt`.
 */
export function signInBuckets(email: string, network: string): Bucket[] {
  const account = store.emailKeyOf(email)
  return [
    failureBucket(`par:${account}|${network}`, 10),
    failureBucket(`dir:${network}`, 300),
    failureBucket(`cuenta:${account}`, 100),
    accountBucket(email),
  ]
}

/** Limits the sign-ins from a browser that signed in to this account before. Other browsers cannot fill its bucket. */
function knownBuckets(email: string, browser: string): Bucket[] {
  return [failureBucket(`conocido:${browser}`, 20), accountBucket(email)]
}

/** Limits the accounts created from one network: all competitors may register from the venue within 15 minutes. */
export function registerBuckets(network: string): Bucket[] {
  return [successBucket(`alta:${network}`, 400)]
}

/** Limits the staged photos of one network: a person may choose several times. */
export function fotoBuckets(network: string): Bucket[] {
  return [successBucket(`foto:${network}`, 600)]
}

/** Limits the sessions that the link of one judge opens from one network. Other judges of the venue are not limited by it. */
export function enlaceJuezBuckets(juezId: string, network: string): Bucket[] {
  return [successBucket(`juez:${juezId}|${network}`, 100)]
}

/** Limits the links sent by e-mail, per network and per account. */
export function resetBuckets(email: string, network: string): Bucket[] {
  return [successBucket(`olvido-dir:${network}`, 100), successBucket(`olvido:${store.emailKeyOf(email)}`, 3)]
}

/** Subtracts the attempt from the buckets that do not keep this outcome; null subtracts it from all. */
export type Settle = (outcome: Outcome | null) => Promise<void>

/**
 * Counts an attempt in every bucket, or in none when one of them is full: failures from one address cannot lock an account
 * for other addresses. Throws `session.tooManyRequests` with the seconds to wait.
 *
 * Each row stays locked until all are counted. Pass the buckets from narrow to wide, to avoid deadlocks.
 */
export async function claimAttempt(deps: Deps, buckets: readonly Bucket[]): Promise<Settle> {
  const now = deps.now()
  await deps.db.write(async (tx) => {
    for (const { bucket, most } of buckets) {
      const { cuenta, hasta } = await store.countIntento(tx, bucket, now, WINDOW_MS)
      if (cuenta > most) throw tooMany(hasta - now)
    }
  })
  return async (outcome) => {
    const refunded = buckets.filter(({ keeps }) => keeps !== outcome).map(({ bucket }) => bucket)
    if (refunded.length > 0) await deps.db.write((tx) => store.refundIntentos(tx, refunded))
  }
}

/** Throws `session.tooManyRequests` when a bucket is full. Counts nothing. */
export async function mustHaveAttempts(deps: Deps, buckets: readonly Bucket[]): Promise<void> {
  const now = deps.now()
  const names = buckets.map(({ bucket }) => bucket)
  const counts = await deps.db.read((tx) => store.readIntentos(tx, names, now, WINDOW_MS))
  for (const { bucket, most } of buckets) {
    const found = counts.find((count) => count.bucket === bucket)
    if (found && found.cuenta >= most) throw tooMany(found.hasta - now)
  }
}

function tooMany(ms: number): Problem {
  return new Problem('session.tooManyRequests', {}, Math.ceil(ms / 1000))
}

/** An attempt that has a place in the hash queue and is counted. */
export interface OpenAttempt {
  /** Runs the hash when its turn comes. */
  readonly run: <T>(hash: () => Promise<T>) => Promise<T>
  /** Releases the place and settles the buckets. Only the first call has an effect. */
  readonly settle: Settle
}

/**
 * Begins an attempt: reserves a place in the hash queue, then counts the attempt. Throws `server.busy` or
 * `session.tooManyRequests`; then the attempt holds no place and is not counted.
 */
export async function beginAttempt(
  deps: Deps,
  request: PlaceRequest,
  buckets: readonly Bucket[],
): Promise<OpenAttempt> {
  const place = hashQueue.reserve(request)
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
          // A fault of the server is not counted as an attempt.
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
  readonly network: string
  readonly cuenta: Cuenta | undefined
  /** The cookie of a known browser. */
  readonly conocido: string | undefined
  readonly isAdmin: boolean
}

/**
 * Admits a sign-in. A known browser has its own lane and bucket. When they are full (a copied cookie may have filled them),
 * it is treated like an unknown browser.
 */
export async function beginSignIn(
  deps: Deps,
  { email, network, cuenta, conocido, isAdmin }: SigningIn,
): Promise<OpenAttempt> {
  const from = { account: store.emailKeyOf(email), network }
  const open = () => beginAttempt(deps, { ...from, lane: 'open' }, signInBuckets(email, network))
  const browser = browserOf(conocido, cuenta, deps.now())
  if (browser === null) return open()
  const lane: Lane = isAdmin ? 'administrator' : 'known'
  return beginAttempt(deps, { ...from, lane }, knownBuckets(email, browser)).catch((error: unknown) => {
    if (error instanceof Problem) return open()
    throw error
  })
}

type Cuenta = Pick<CuentaTable, 'id' | 'hash'>

const KNOWN_MS = 30 * 24 * 60 * 60_000

/**
 * The cookie of a known browser, `browser.issued.mac`. It gives no access: it selects the bucket and the lane of the browser.
 * The key is the stored hash of the password, so a new password invalidates every cookie of the account.
 */
export function conocidoFor(cuenta: Cuenta, browser: string, now: number): string {
  const issued = now.toString(36)
  return `${browser}.${issued}.${macOf(cuenta, browser, issued)}`
}

/** The id of the browser, when the cookie belongs to this account and is at most 30 days old; else null. */
function browserOf(cookie: string | undefined, cuenta: Cuenta | undefined, now: number): string | null {
  const [browser = '', issued = '', mac = ''] = cookie?.split('.') ?? []
  if (!cuenta || cuenta.hash === null || mac === '') return null
  const [given, expected] = [Buffer.from(mac), Buffer.from(macOf(cuenta, browser, issued))]
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && now - Number.parseInt(issued, 36) <= KNOWN_MS ? browser : null
}

function macOf({ id, hash }: Cuenta, browser: string, issued: string): string {
  return createHmac('sha256', hash ?? '')
    .update(`conocido\n${id}\n${browser}\n${issued}`)
    .digest('base64url')
}
