import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#domain/problem.ts'
import type { CuentaTable } from '../db/schema.ts'
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
  const found = await deps.db.read((tx) => {
    const counts = tx.selectFrom('intento').select(['cuenta', 'hasta']).where('bucket', '=', bucketOf(limit))
    const current = counts.where('hasta', '>', now).where('hasta', '<=', now + 2 * WINDOW_MS)
    return current.executeTakeFirst()
  })
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

type Cuenta = Pick<CuentaTable, 'id' | 'hash'>

interface SigningIn {
  readonly email: string
  readonly network: string
  readonly cuenta: Cuenta | undefined
  /** The cookie of a known browser. */
  readonly conocido: string | undefined
  readonly isAdmin: boolean
}

/**
 * Admits a sign-in. A browser that signed in to this account before is known: it has a lane and a limit of its own. When
 * they are full (a copied cookie may have filled them), it is treated like an unknown browser.
 */
export async function beginSignIn(
  deps: Deps,
  { email, network, cuenta, conocido, isAdmin }: SigningIn,
): Promise<OpenAttempt> {
  const account = store.emailKeyOf(email)
  const open = () =>
    beginAttempt(deps, { account, network, lane: 'open' }, [
      ['par', `${account}|${network}`],
      ['dir', network],
      ['cuenta', account],
      ['exito', account],
    ])
  const browser = browserOf(conocido, cuenta, deps.now())
  if (browser === null) return open()
  return beginAttempt(deps, { account, network, lane: isAdmin ? 'administrator' : 'known' }, [
    ['conocido', browser],
    ['exito', account],
  ]).catch((error: unknown) => {
    if (error instanceof Problem) return open()
    throw error
  })
}

const KNOWN_MS = 30 * 24 * 60 * 60_000

/**
 * The cookie of a known browser, `browser.issued.mac`. It gives no access: it selects the limit and the lane of the browser.
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
