import { Problem, PROBLEMS, type ProblemCode } from '#domain/problem.ts'
import type * as z from 'zod/mini'
import { DatabaseAway, DatabaseFull, DatabaseUnsure } from '../db/database.ts'
import { FilesAway } from '../files/store.ts'

/** The HTTP status of each problem code. */
const STATUS: Readonly<Record<ProblemCode, number>> = {
  'input.invalid': 400,
  'origin.refused': 403,
  'route.unknown': 404,
  'body.tooLarge': 413,
  'key.reused': 409,
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
  'cuenta.emailAlreadyInUse': 409,
  'correo.notSetUp': 409,
  'usuario.missing': 404,
  'usuario.withoutEmail': 409,
  'usuario.isAdmin': 409,
  'usuario.disabled': 409,
  'usuario.notInDatabase': 404,
  'usuario.noneRegistered': 404,
  'enlace.invalid': 410,
  'categoria.duplicate': 409,
  'categoria.missing': 404,
  'categoria.complete': 409,
  'imagen.missing': 404,
  'imagen.unreadable': 415,
  'imagen.tooLarge': 413,
  'foto.missing': 409,
  'envio.tooMuch': 429,
  'archivo.missing': 404,
  'archivo.away': 503,
  'competidor.missing': 404,
  'competidor.placed': 409,
  'competidor.unplaced': 409,
  'inscripcion.missing': 404,
  'inscripcion.notYet': 409,
  'inscripcion.closed': 409,
  'inscripcion.changed': 409,
  'inscripcion.marked': 409,
  'categoria.full': 409,
  'subida.missing': 404,
  'subida.noRoom': 507,
  'subida.offset': 409,
  'subida.protocol': 412,
  'musica.tooLarge': 413,
  'musica.empty': 415,
  'musica.notMp3': 415,
  'musica.damaged': 422,
  'musica.tooShort': 422,
  'musica.tooLong': 422,
  'turno.outOfRange': 400,
  'turno.otherDia': 409,
  'orden.changed': 409,
  'rubrica.unknown': 409,
  'turno.retirado': 409,
  'categoria.closed': 409,
  'categoria.open': 409,
  'categoria.alreadyClosed': 409,
  'cierre.undecided': 409,
  'juez.duplicate': 409,
  'juez.missing': 404,
  'juez.inactive': 409,
  'juez.enlaceInvalid': 410,
  'calificacion.missing': 404,
  'calificacion.reopened': 409,
  'calificacion.versions': 409,
  'tardia.missing': 404,
  'tardia.full': 409,
  'tardia.offScale': 409,
  'retiro.present': 409,
  'retiro.missing': 404,
  'penalizacion.missing': 404,
  'view.unknown': 404,
}

export interface ProblemReply {
  readonly status: number
  readonly body: {
    readonly code: ProblemCode
    readonly message: string
    readonly fields: Readonly<Record<string, string>>
  }
  readonly headers: Readonly<Record<string, string>>
  /** True for a fault, which is logged in full; false for a refusal. */
  readonly fault: boolean
}

/** The answer to an error. An error that is no `Problem` gets a general sentence: its own text may contain secrets. */
export function problemReply(error: unknown): ProblemReply {
  if (error instanceof Problem) {
    return {
      status: STATUS[error.code],
      body: { code: error.code, message: error.message, fields: error.fields },
      headers: error.retryAfter === null ? {} : { 'retry-after': String(error.retryAfter) },
      // The operator must read about a full disk in the log.
      fault: error.code === 'subida.noRoom',
    }
  }
  if (error instanceof DatabaseAway) return replyWithoutFields('database.away', true)
  if (error instanceof DatabaseUnsure) return replyWithoutFields('database.unsure', true)
  if (error instanceof DatabaseFull) return replyWithoutFields('database.full', true)
  if (error instanceof FilesAway) return replyWithoutFields('archivo.away', true)
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return replyWithoutFields('body.tooLarge', false)
  if (typeof status === 'number' && status >= 400 && status < 500) return replyWithoutFields('input.invalid', false)
  return replyWithoutFields('server.fault', true)
}

/** The answer to a problem that names no fields. */
function replyWithoutFields(code: ProblemCode, fault: boolean): ProblemReply {
  return { status: STATUS[code], body: { code, message: PROBLEMS[code], fields: {} }, headers: {}, fault }
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
