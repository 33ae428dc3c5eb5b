import type { Actor } from '#domain/actor.ts'
import type { Juez } from '#domain/juez.ts'

/** The judge of an audience; `undefined` for all other actors. */
export function judgeOf(jueces: readonly Juez[], audience: Actor): Juez | undefined {
  return audience.role === 'juez' ? jueces.find(({ id }) => id === audience.id) : undefined
}

/** The head judge of an audience; `undefined` for all other actors. */
export function headJudgeOf(jueces: readonly Juez[], audience: Actor): Juez | undefined {
  const juez = judgeOf(jueces, audience)
  return juez?.principal ? juez : undefined
}
