import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#domain/problem.ts'
import type { CuentaTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { beginAttempt, type OpenAttempt } from './attempts.ts'
import * as store from './store.ts'

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
