import * as z from 'zod/mini'
import { CORREO_PROHIBIDO } from '#domain/usuario.ts'

/** Schemas of the fields that several commands have. */

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

export const CORREO_COMPLETO = 'Escribe un correo completo, como nombre@correo.com.'

/** An e-mail, as signing in and registering take it. */
export const correo = z.string('Escribe tu correo electrónico.').check(
  z.trim(),
  z.minLength(1, 'Escribe tu correo electrónico.'),
  // What is longer is not looked at any further: the pattern takes time that grows with the square of it.
  z.maxLength(254, { error: 'Escribe 254 caracteres como máximo.', abort: true }),
  z.regex(/^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/, CORREO_COMPLETO),
  z.refine(isKeepable, NO_SE_GUARDA),
)
/** The e-mail of a new account. Imported accounts keep theirs, and sign in with it. */
export const correoNuevo = correo.check(
  z.refine(
    (email) => !CORREO_PROHIBIDO.test(email),
    'El correo tiene un carácter no permitido. Quita < > ( ) " , ; : y \\.',
  ),
)

/** A password is taken as typed: nothing is trimmed. The upper bound keeps a hash from becoming work. */
export const contrasena = (min: number, missing: string, short: string): z.ZodMiniString =>
  z
    .string(missing)
    .check(z.minLength(1, missing), z.minLength(min, short), z.maxLength(256, 'Escribe 256 caracteres como máximo.'))

export const direccion = z.enum(['up', 'down'])

/** `vecinoId`: the neighbour that is seen, to be passed over those that a search hides; without it, the next in the list. */
export const moveInput = z.object({ id, direccion, vecinoId: z.optional(id) })
