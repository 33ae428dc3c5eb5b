import { Problem } from './problem.ts'
import type { Role } from './role.ts'

/**
 * The sender of a request. A visitor has no identity. Every other actor is a person (`id`, `nombre`) with a session: when
 * the session ends, its streams and uploads end too.
 */
export type Actor =
  | { readonly role: 'visitante' }
  | {
      readonly role: Exclude<Role, 'visitante'>
      readonly id: string
      readonly nombre: string
      readonly sesionId: string
      /** Hash of the token that the request came with. A new password gives the session a new token. */
      readonly tokenHash?: string
      /** Expiry of the session, ms since 1970. */
      readonly vence?: number
    }

export const VISITANTE: Actor = { role: 'visitante' }

/** A key per person, the same for all sessions of the person. All visitors have one key. */
export function keyOfActor(actor: Actor): string {
  return actor.role === 'visitante' ? actor.role : `${actor.role}:${actor.id}`
}

/**
 * Throws `session.required` when the session of a person has ended or got a new token since the request was admitted.
 * `tokenHash` is the hash of its token now; null or undefined when the session has ended.
 */
export function requireSesion(actor: Actor, tokenHash: string | null | undefined): void {
  if (actor.role === 'visitante') return
  const isReplaced = actor.tokenHash !== undefined && actor.tokenHash !== tokenHash
  if (typeof tokenHash !== 'string' || isReplaced) throw new Problem('session.required')
}

/**
 * Throws `session.other` when the session belongs to another person than the page that sent the request shows. `shown`: the
 * id of that person, or `visitante`; undefined from a client without a page. A session never changes its person, so one
 * check holds for the whole request.
 */
export function requirePersona(actor: Actor, shown: unknown): void {
  if (actor.role !== 'visitante' && shown !== undefined && shown !== actor.id) throw new Problem('session.other')
}

/** Returns the actor if it has one of the roles. Throws `session.required` for a visitor, else `session.forbidden`. */
export function requireRole(actor: Actor, roles: readonly Role[]): Actor {
  if (roles.includes(actor.role)) return actor
  throw new Problem(actor.role === 'visitante' ? 'session.required' : 'session.forbidden')
}
