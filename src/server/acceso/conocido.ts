import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CuentaTable } from '../db/schema.ts'

type Cuenta = Pick<CuentaTable, 'id' | 'hash'>

const LIFE_MS = 30 * 24 * 60 * 60_000

/**
 * The cookie of a known browser: `browser.issued.mac`. It opens nothing; it gives the browser a bucket and a lane of its own.
 * The key is the stored hash, which no client has, so a new password makes every cookie of the account worthless.
 */
export function conocidoFor(cuenta: Cuenta, browser: string, now: number): string {
  const issued = now.toString(36)
  return `${browser}.${issued}.${macOf(cuenta, browser, issued)}`
}

/** The browser's id when the cookie is of this account and at most 30 days old, else null. */
export function browserOf(kept: string | undefined, cuenta: Cuenta | undefined, now: number): string | null {
  const [browser = '', issued = '', mac = ''] = kept?.split('.') ?? []
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
