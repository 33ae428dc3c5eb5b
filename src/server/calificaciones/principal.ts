import type { Actor } from '#domain/actor.ts'
import type { Juez } from '#domain/juez.ts'
import { Problem } from '#domain/problem.ts'
import { find as findJuez } from '../jueces/store.ts'
import type { Work } from '../work.ts'

/** The judge of an audience; `undefined` for all other actors. */
export function judgeOf(jueces: readonly Juez[], audience: Actor): Juez | undefined {
  return audience.role === 'juez' ? jueces.find(({ id }) => id === audience.id) : undefined
}

/** The head judge of an audience; `undefined` for all other actors. */
export function headJudgeOf(jueces: readonly Juez[], audience: Actor): Juez | undefined {
  const juez = judgeOf(jueces, audience)
  return juez?.principal ? juez : undefined
}

/** The judge who sends, and for whom the device sends. Throws when another tab has signed in meanwhile. */
export async function mustFindOwn(
  { tx, actor }: Pick<Work, 'tx' | 'actor'>,
  juezId: string | undefined,
): Promise<Juez> {
  const juez = actor.role === 'juez' ? await findJuez(tx, actor.id) : undefined
  if (!juez) throw new Problem('session.required')
  if (juezId !== undefined && juezId !== juez.id) throw new Problem('session.forbidden')
  return juez
}

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
