import { Problem, PROBLEMS, type ProblemCode } from '#domain/problem.ts'
import type * as z from 'zod/mini'
import { DatabaseAway, DatabaseFull, DatabaseUnsure } from '../db/database.ts'
import { FilesAway } from '../files/store.ts'

/** The HTTP status of each refusal that is neither 404 (`….missing`) nor 409, a conflict with what is stored. */
const STATUS: Readonly<Partial<Record<ProblemCode, number>>> = {
  'input.invalid': 400,
  'origin.refused': 403,
  'route.unknown': 404,
  'body.tooLarge': 413,
  'server.stopping': 503,
  'server.busy': 503,
  'server.fault': 500,
  'database.away': 503,
  'database.unsure': 503,
  'database.full': 507,
  'session.required': 401,
  'session.other': 403,
  'session.forbidden': 403,
  'session.invalidCredential': 401,
  'session.tooManyRequests': 429,
  'session.userDisabled': 403,
  'session.recentLoginRequired': 403,
  'usuario.notInDatabase': 404,
  'usuario.noneRegistered': 404,
  'enlace.invalid': 410,
  'imagen.unreadable': 415,
  'imagen.heic': 415,
  'imagen.tooLarge': 413,
  'foto.missing': 409,
  'envio.tooMuch': 429,
  'archivo.away': 503,
  'subida.noRoom': 507,
  'subida.protocol': 412,
  'musica.tooLarge': 413,
  'musica.empty': 415,
  'musica.notMp3': 415,
  'musica.incomplete': 422,
  'musica.joined': 422,
  'musica.stops': 422,
  'musica.tooShort': 422,
  'musica.tooLong': 422,
  'turno.outOfRange': 400,
  'juez.enlaceInvalid': 410,
  'view.unknown': 404,
}

function statusOf(code: ProblemCode): number {
  return STATUS[code] ?? (code.endsWith('.missing') ? 404 : 409)
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
  if (error instanceof Problem) {
    return {
      status: statusOf(error.code),
      body: { code: error.code, message: error.message, fields: error.fields },
      headers: error.retryAfter === null ? {} : { 'retry-after': String(error.retryAfter) },
      // The operator must read about a full disk in the log.
      fault: error.code === 'subida.noRoom',
    }
  }
  const [, fault] = FAULTS.find(([kind]) => error instanceof kind) ?? []
  if (fault) return replyWithoutFields(fault, true)
  const status = statusIn(error)
  if (status === 413) return replyWithoutFields('body.tooLarge', false)
  if (status >= 400 && status < 500) return replyWithoutFields('input.invalid', false)
  return replyWithoutFields('server.fault', true)
}

/** The status that the framework gave to an error; 500 without one. */
function statusIn(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : 500
}

/** The answer to a problem that names no fields. */
function replyWithoutFields(code: ProblemCode, fault: boolean): ProblemReply {
  return { status: statusOf(code), body: { code, message: PROBLEMS[code], fields: {} }, headers: {}, fault }
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
