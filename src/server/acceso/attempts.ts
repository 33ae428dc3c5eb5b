import { sql } from 'kysely'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#domain/problem.ts'
import type { CuentaTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../db/database.ts'
import type { Work } from '../work.ts'
import { hashQueue, verifyPassword } from './password.ts'
import * as store from './store.ts'

const WINDOW_MS = 15 * 60_000

/** The limits of attempts within 15 minutes. What other people can cause must not fill the limit of a person. */
const RULES = {
  /** Wrong passwords for one account from one network (an IPv4 address or an IPv6 /64). */
  par: 10,
  /** Wrong passwords from one network: a venue is one. */
  dir: 300,
  /** Wrong passwords for one account from browsers that are not known. */
  cuenta: 100,
  /** Wrong passwords from one known browser. Other browsers cannot fill it. */
  conocido: 20,
  /** Sign-ins and password changes of one account: right passwords alone. */
  exito: 60,
  /** Accounts made from one network: all competitors may register from the venue. */
  alta: 400,
  /** Registrations from one network that are refused. The answer says which e-mails have an account. */
  rechazo: 2_000,
  /** Photos staged from one network: a person may choose several times. */
  foto: 600,
  /** Sessions that the link of one judge opens from one network. */
  juez: 100,
  /** Links sent by e-mail, per network and per account. */
  'olvido-dir': 100,
  olvido: 3,
} as const

/** A rule, and the account, network or browser that it counts. */
export type Limit = readonly [rule: keyof typeof RULES, key: string]

const bucketOf = ([rule, key]: Limit): string => `${rule}:${key}`

/**
 * Counts an attempt in every limit, or in none when one of them is full: failures from one address cannot lock an account
 * for other addresses. Returns the limits. Throws `session.tooManyRequests` with the seconds to wait.
 */
export async function claimAttempt(deps: Deps, limits: readonly Limit[]): Promise<readonly Limit[]> {
  await deps.db.write((tx) => countAttempt(tx, deps.now(), limits))
  return limits
}

/**
 * Counts an attempt in a transaction, which rolls back when a limit is full. Each row stays locked until all are counted. Pass
 * the limits from narrow to wide, to avoid deadlocks. A window that ends later than two windows from now began before the clock
 * of the machine went back, and is over. The clocks of instances may differ by less.
 */
async function countAttempt(tx: Tx, now: number, limits: readonly Limit[]): Promise<void> {
  for (const limit of limits) {
    const { cuenta, hasta } = await tx
      .insertInto('intento')
      .values({ bucket: bucketOf(limit), cuenta: 1, hasta: now + WINDOW_MS })
      .onConflict((conflict) =>
        conflict.column('bucket').doUpdateSet((eb) => {
          const isOver = eb.or([eb('intento.hasta', '<=', now), eb('intento.hasta', '>', now + 2 * WINDOW_MS)])
          return {
            cuenta: sql`case when ${isOver} then 1 else ${eb.ref('intento.cuenta')} + 1 end`,
            hasta: sql`case when ${isOver} then ${eb.ref('excluded.hasta')} else ${eb.ref('intento.hasta')} end`,
          }
        }),
      )
      .returning(['cuenta', 'hasta'])
      .executeTakeFirstOrThrow()
    if (cuenta > RULES[limit[0]]) throw tooMany(hasta - now)
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
  if (found && found.cuenta >= RULES[limit[0]]) throw tooMany(found.hasta - now)
}

function tooMany(ms: number): Problem {
  return new Problem('session.tooManyRequests', {}, Math.ceil(ms / 1000))
}

/** An account with its password. */
export type Cuenta = Pick<CuentaTable, 'id' | 'hash'>

interface SigningIn {
  readonly email: string
  readonly password: string
  readonly network: string
  readonly cuenta: Cuenta | undefined
  /** The cookie of a known browser. */
  readonly conocido: string | undefined
}

/**
 * Counts a sign-in as a failure, then checks its password in the hash queue. Returns the limits that counted it, for
 * `acceptSignIn`. A browser that signed in to this account before is known: it has a limit and a share of the queue of its own.
 * When that limit is full (a copied cookie may have filled it), it is counted like an unknown browser.
 *
 * Throws `session.invalidCredential`, `session.tooManyRequests`, `server.busy`.
 */
export async function checkSignIn(
  deps: Deps,
  { email, password, network, cuenta, conocido }: SigningIn,
): Promise<readonly Limit[]> {
  const account = store.emailKeyOf(email)
  const unknown: readonly Limit[] = [
    ['par', `${account}|${network}`],
    ['dir', network],
    ['cuenta', account],
  ]
  const claimKnown = (own: string) =>
    claimAttempt(deps, [['conocido', own]]).catch((error: unknown) => {
      if (error instanceof Problem) return claimAttempt(deps, unknown)
      throw error
    })
  const browser = browserOf(conocido, cuenta, deps.now())
  const share = browser === null ? { account, network } : { account: `conocido:${browser}` }
  return hashQueue.run(share, {
    claim: () => (browser === null ? claimAttempt(deps, unknown) : claimKnown(browser)),
    hash: async (claimed) => {
      if (await verifyPassword(password, cuenta?.hash ?? null)) return claimed
      throw new Problem('session.invalidCredential')
    },
  })
}

/** Counts a sign-in as a success instead of a failure. Throws `session.tooManyRequests`. */
export async function acceptSignIn(work: Work, email: string, claimed: readonly Limit[]): Promise<void> {
  // In the order in which they were counted, to avoid deadlocks.
  for (const limit of claimed) {
    const counted = work.tx.updateTable('intento').where('bucket', '=', bucketOf(limit)).where('cuenta', '>', 0)
    await counted.set((eb) => ({ cuenta: eb('cuenta', '-', 1) })).execute()
  }
  await countAttempt(work.tx, work.now(), [['exito', store.emailKeyOf(email)]])
}

const KNOWN_MS = 30 * 24 * 60 * 60_000

/**
 * The cookie of a known browser, `browser.issued.mac`. It gives no access: it selects the limit and the share of the browser.
 * The key is the stored hash of the password, so a new password invalidates every cookie of the account.
 */
export function conocidoFor(cuenta: Cuenta, browser: string, now: number): string {
  const issued = now.toString(36)
  return `${browser}.${issued}.${macOf(cuenta, browser, issued)}`
}

/** The id of the browser, when the cookie belongs to this account and is at most 30 days old; else null. */
function browserOf(cookie = '', cuenta: Cuenta | undefined, now: number): string | null {
  const [browser = '', issued = '', mac = ''] = cookie.split('.')
  if (!cuenta?.hash || !isEqual(mac, macOf(cuenta, browser, issued))) return null
  return now - Number.parseInt(issued, 36) <= KNOWN_MS ? browser : null
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function macOf({ id, hash }: Cuenta, browser: string, issued: string): string {
  return createHmac('sha256', hash ?? '')
    .update(`conocido\n${id}\n${browser}\n${issued}`)
    .digest('base64url')
}
