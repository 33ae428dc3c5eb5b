import * as z from 'zod/mini'
import type { Role } from '#domain/role.ts'
import { ROLES } from '#domain/role.ts'

/** Any schema: what a declaration holds, whatever its shape. */
type Schema = z.ZodMiniType

/**
 * One act that changes something: the only place where its method, path, roles and shapes are said. Routes, the
 * browser's client, the API document and the authorization test all read it. `:name` in the path is a field of the input.
 */
export interface Command<I extends Schema = Schema, O extends Schema = Schema> {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  /** What it does, in a sentence, for who reads the API document. */
  readonly summary: string
  readonly roles: readonly Role[]
  /** The command saves nothing that was typed: signing in, asking for an e-mail. */
  readonly savesNothing?: true
  /** Nobody may make it again without its answer, which brings a new session: a lost one is told at once. */
  readonly once?: true
  readonly input: I
  readonly output: O
}

/** One question that changes nothing. Its input comes from the path and the query string. */
export interface Query<I extends Schema = Schema, O extends Schema = Schema> {
  readonly method: 'GET'
  readonly path: `/api/${string}`
  /** What it does, in a sentence, for who reads the API document. */
  readonly summary: string
  readonly roles: readonly Role[]
  readonly input: I
  readonly output: O
}

export type Endpoint<I extends Schema = Schema, O extends Schema = Schema> = Command<I, O> | Query<I, O>
export type Input<E extends Endpoint> = z.infer<E['input']>
export type Output<E extends Endpoint> = z.infer<E['output']>

export function command<I extends Schema, O extends Schema>(declaration: Command<I, O>): Command<I, O> {
  return declaration
}

export function query<I extends Schema, O extends Schema>(declaration: Omit<Query<I, O>, 'method'>): Query<I, O> {
  return { method: 'GET', ...declaration }
}

export const TODOS: readonly Role[] = ROLES
export const NO_PARAMS = z.strictObject({})
export const DONE = z.object({})
