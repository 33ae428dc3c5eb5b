import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CuentaTable } from '../db/schema.ts'

type Cuenta = Pick<CuentaTable, 'id' | 'hash'>

const LIFE_MS = 30 * 24 * 60 * 60_000

/**
 * The cookie of a known browser, `browser.issued.mac`. It gives no access: it selects the bucket and the lane of the browser.
 * The key is the stored hash of the password, so a new password invalidates every cookie of the account.
 */
export function conocidoFor(cuenta: Cuenta, browser: string, now: number): string {
  const issued = now.toString(36)
  return `${browser}.${issued}.${macOf(cuenta, browser, issued)}`
}

/** The id of the browser, when the cookie belongs to this account and is at most 30 days old; else null. */
export function browserOf(cookie: string | undefined, cuenta: Cuenta | undefined, now: number): string | null {
  const [browser = '', issued = '', mac = ''] = cookie?.split('.') ?? []
  if (!cuenta || cuenta.hash === null || mac === '') return null
  const [given, expected] = [Buffer.from(mac), Buffer.from(macOf(cuenta, browser, issued))]
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && now - Number.parseInt(issued, 36) <= LIFE_MS ? browser : null
}

function macOf({ id, hash }: Cuenta, browser: string, issued: string): string {
  return createHmac('sha256', hash ?? '')
    .update(`conocido\n${id}\n${browser}\n${issued}`)
    .digest('base64url')
}
