import type { Command, Input, Output, Query } from '#contract/define.ts'
import { request, type Answer, type Sending } from './request.ts'
import { session } from './session.ts'
import { tellSlow } from './slow.ts'

/** Does one act of the contract. Throws `ApiProblem`. */
export async function send<C extends Command>(
  command: C,
  input: Input<C>,
  sending?: Sending,
): Promise<Answer<Output<C>>> {
  return await knowing(tellSlow((told) => request<Output<C>>(command, fieldsOf(input), told), sending))
}

/** Asks one question of the contract. Throws `ApiProblem`. */
export async function ask<Q extends Query>(query: Q, input: Input<Q>): Promise<Output<Q>> {
  const { output } = await knowing(request<Output<Q>>(query, fieldsOf(input)))
  return output
}

/** A refusal for lack of a session means that ours has ended: the page finds out who we are now. */
async function knowing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    session.doubt(error)
    throw error
  }
}

function fieldsOf(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {}
}
