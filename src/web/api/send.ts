import type { Command, Input, Output, Query } from '#contract/define.ts'
import { request, type Answer, type Sending } from './request.ts'
import { session } from './session.ts'

/** Sends one command of the contract. Throws `ApiProblem`. */
export async function send<C extends Command>(
  command: C,
  input: Input<C>,
  sending?: Sending,
): Promise<Answer<Output<C>>> {
  return await withSessionCheck(request<Output<C>>(command, fieldsOf(input), sending))
}

interface QueryOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal
  /** The `cursor` of the previous page: requests the page after it. */
  readonly cursor?: string | undefined
}

/** Sends one query of the contract. Throws `ApiProblem`. */
export async function sendQuery<Q extends Query>(
  query: Q,
  input: Input<Q>,
  { signal, cursor }: QueryOptions = {},
): Promise<Output<Q>> {
  const fields = { ...fieldsOf(input), ...(cursor !== undefined && { cursor }) }
  const { output } = await withSessionCheck(request<Output<Q>>(query, fields, { signal }))
  return output
}

/** Loads the session again when an answer says that it is missing or does not permit the request. */
async function withSessionCheck<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    session.checkAfter(error)
    throw error
  }
}

function fieldsOf(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {}
}
