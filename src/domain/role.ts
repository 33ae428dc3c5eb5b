export const ROLES = ['visitante', 'usuario', 'juez', 'admin'] as const
export type Role = (typeof ROLES)[number]

/**
 * Who asks. A visitor has no identity; everybody else a person (`id`, `nombre`) and the session
 * they came in with, so that ending one session ends what it had opened.
 */
export type Actor =
  | { readonly role: 'visitante' }
  | {
      readonly role: Exclude<Role, 'visitante'>
      readonly id: string
      readonly nombre: string
      readonly sesionId: string
      /** When that session is over by itself, ms since 1970. */
      readonly vence?: number
    }

export const VISITANTE: Actor = { role: 'visitante' }

/** One text per person, whatever session they came in with; all visitors share one. */
export function keyOfActor(actor: Actor): string {
  return actor.role === 'visitante' ? actor.role : `${actor.role}:${actor.id}`
}
