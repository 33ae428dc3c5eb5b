import type { Env } from '../env.ts'

/**
 * The header that keeps browsers to https, where the public address is https. For this host alone: only the operator
 * knows whether its subdomains speak https. Every answer carries it, those written beside the framework too.
 */
export function hstsOf({ publicUrl }: Env): Readonly<Record<string, string>> {
  return publicUrl?.protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}
}
