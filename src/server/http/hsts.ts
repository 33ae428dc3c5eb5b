import type { Env } from '../env.ts'

/**
 * The Strict-Transport-Security header of an https address, without its subdomains. Add it to every response, also to those
 * written without the framework.
 */
export function hstsOf({ publicUrl }: Env): Readonly<Record<string, string>> {
  return publicUrl?.protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}
}
