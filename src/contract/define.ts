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

export { view, viewKey, type Params, type View } from './view.ts'

export const TODOS: readonly Role[] = ROLES
export const NO_PARAMS = z.strictObject({})
export const DONE = z.object({})

/** Refuses a text that holds NUL or half of a surrogate pair. */
export const NO_SE_GUARDA = 'Hay un carácter que no se puede guardar. Escribe el texto de nuevo.'

/** A text that both databases keep as it is: trimmed, its accents written in one way, no NUL, no half of a surrogate pair. */
export function texto(max: number, missing: string): z.ZodMiniString {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.normalize('NFC'),
      z.minLength(1, missing),
      z.maxLength(max, `Escribe ${max} caracteres como máximo.`),
      z.refine(isKeepable, NO_SE_GUARDA),
    )
}

export function isKeepable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0')
}

export const id = z.string('Falta el identificador.').check(z.minLength(1), z.maxLength(128), z.refine(isKeepable))
