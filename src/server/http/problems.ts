import { Problem, type ProblemCode } from '#domain/problem.ts'
import type * as z from 'zod/mini'
import { DatabaseAway, DatabaseFull, DatabaseUnsure } from '../db/database.ts'
import { FilesAway } from '../files/store.ts'

/** The refusals of each HTTP status. The others have 404 (`….missing`) or 409, a conflict with what is stored. */
const STATUS: Readonly<Record<number, readonly ProblemCode[]>> = {
  400: ['input.invalid', 'turno.outOfRange'],
  401: ['session.required', 'session.invalidCredential'],
  403: ['origin.refused', 'session.other', 'session.forbidden', 'session.userDisabled', 'session.recentLoginRequired'],
  404: ['route.unknown', 'usuario.notInDatabase', 'usuario.noneRegistered', 'view.unknown'],
  409: ['foto.missing'],
  410: ['enlace.invalid', 'juez.enlaceInvalid', 'pantalla.enlaceInvalid'],
  412: ['subida.protocol'],
  413: ['body.tooLarge', 'imagen.tooLarge', 'musica.tooLarge'],
  415: ['imagen.unreadable', 'imagen.heic', 'musica.empty', 'musica.notMp3'],
  422: ['musica.incomplete', 'musica.joined', 'musica.stops', 'musica.tooShort', 'musica.tooLong'],
  429: ['session.tooManyRequests', 'envio.tooMuch'],
  500: ['server.fault'],
  503: ['server.stopping', 'server.busy', 'database.away', 'database.unsure', 'archivo.away'],
  507: ['database.full', 'subida.noRoom'],
}

function statusOf(code: ProblemCode): number {
  const [status] = Object.entries(STATUS).find(([, codes]) => codes.includes(code)) ?? []
  return Number(status ?? (code.endsWith('.missing') ? 404 : 409))
}

export interface ProblemReply {
  readonly status: number
  readonly body: Pick<Problem, 'code' | 'message' | 'fields'>
  readonly headers: Readonly<Record<string, string>>
  /** True for a fault, which is logged in full; false for a refusal. */
  readonly fault: boolean
}

const FAULTS = [
  [DatabaseAway, 'database.away'],
  [DatabaseUnsure, 'database.unsure'],
  [DatabaseFull, 'database.full'],
  [FilesAway, 'archivo.away'],
] as const

/** The answer to an error. An error that is no `Problem` gets a general sentence: its own text may contain secrets. */
export function problemReply(error: unknown): ProblemReply {
  const problem = error instanceof Problem ? error : new Problem(codeFor(error))
  const { code, message, fields, retryAfter } = problem
  const status = statusOf(code)
  return {
    status,
    body: { code, message, fields },
    headers: retryAfter === null ? {} : { 'retry-after': String(retryAfter) },
    // The operator must read about a full disk in the log.
    fault: code === 'subida.noRoom' || (problem !== error && status >= 500),
  }
}

/** The code for an error that is no `Problem`: a fault, or a request that the framework refuses. */
function codeFor(error: unknown): ProblemCode {
  const [, fault] = FAULTS.find(([kind]) => error instanceof kind) ?? []
  if (fault) return fault
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return 'body.tooLarge'
  return status >= 400 && status < 500 ? 'input.invalid' : 'server.fault'
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'Debe ser un texto.',
  boolean: 'Debe ser true o false.',
  number: 'Debe ser un número.',
  int: 'Debe ser un número entero.',
  array: 'Debe ser una lista.',
  object: 'Debe ser un objeto.',
  record: 'Debe ser un objeto.',
}

/** The sentence of a fault for which the schema has none. The screens send no such value; other programs may. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? 'Ese valor no se acepta.'
  if (issue.code === 'invalid_value') return `Debe ser ${issue.values.join(' o ')}.`
  if (issue.code === 'unrecognized_keys') return `Sobra ${issue.keys.join(', ')}.`
  return 'Ese valor no se acepta.'
}
