import { createHash, timingSafeEqual } from 'node:crypto'
import type { CuentaTable } from '../db/schema.ts'

/**
 * What a browser keeps of having been let into an account. It opens nothing: it only stands apart from those who were never
 * let in, and so is not made to wait for what they tried. Made of the stored hash, which nobody has: another password, and
 * no browser is known any more.
 */
export function conocidoFor({ id, hash }: Pick<CuentaTable, 'id' | 'hash'>): string {
  return createHash('sha256').update(`conocido\n${id}\n${hash}`).digest('base64url')
}

export function isConocido(kept: string | undefined, cuenta: Pick<CuentaTable, 'id' | 'hash'> | undefined): boolean {
  if (kept === undefined || !cuenta || cuenta.hash === null) return false
  const [given, expected] = [Buffer.from(kept), Buffer.from(conocidoFor(cuenta))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
