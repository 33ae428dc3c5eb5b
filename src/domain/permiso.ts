import { Problem } from './problem.ts'
import type { Actor, Role } from './role.ts'

/** Returns the actor if it has one of the roles. Throws `session.required` for a visitor, else `session.forbidden`. */
export function requireRole(actor: Actor, roles: readonly Role[]): Actor {
  if (roles.includes(actor.role)) return actor
  throw new Problem(actor.role === 'visitante' ? 'session.required' : 'session.forbidden')
}
