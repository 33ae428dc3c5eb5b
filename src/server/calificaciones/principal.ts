import { Problem } from '#domain/problem.ts'
import { find as findJuez } from '../jueces/store.ts'
import type { Work } from '../work.ts'

/** Throws `session.forbidden` unless the actor is an administrator or a head judge. */
export async function checkPrincipal({ tx, actor }: Pick<Work, 'tx' | 'actor'>): Promise<void> {
  if (actor.role === 'admin') return
  const juez = actor.role === 'juez' ? await findJuez(tx, actor.id) : undefined
  if (!juez?.principal) throw new Problem('session.forbidden')
}

/** The name of the actor, as closed categories and penalties show it. */
export function autorOf({ actor }: Pick<Work, 'actor'>): string {
  return actor.role === 'visitante' ? '' : actor.nombre
}
