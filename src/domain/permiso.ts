import { Problem } from './problem.ts'
import type { Actor, Role } from './role.ts'

/** Lets through who has one of the roles; a visitor is asked to sign in, everybody else is refused. */
export function requireRole(actor: Actor, roles: readonly Role[]): Actor {
  if (roles.includes(actor.role)) return actor
  throw new Problem(actor.role === 'visitante' ? 'session.required' : 'session.forbidden')
}
