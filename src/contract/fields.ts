import * as z from 'zod/mini'
import { isNombreUsable } from '#domain/categoria.ts'
import { DIAS } from '#domain/dia.ts'
import { isStorable, looksEmpty } from '#domain/texto.ts'
import { CORREO_PROHIBIDO } from '#domain/usuario.ts'

/** Message for a text with NUL or half of a surrogate pair. */
export const NO_SE_GUARDA = 'Hay un carácter que no se puede guardar. Escribe el texto de nuevo.'

/** Turns a text that looks empty into an empty one. */
export const emptyWhenBlank = z.overwrite((value: string) => (looksEmpty(value) ? '' : value))

/** A text, trimmed and with composed accents, which both databases store unchanged. Required, unless `puedeFaltar`. */
export function texto(
  max: number,
  missing: string,
  { long = `Escribe ${max} caracteres como máximo.`, puedeFaltar = false } = {},
): z.ZodMiniString {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.normalize('NFC'),
      emptyWhenBlank,
      z.minLength(puedeFaltar ? 0 : 1, missing),
      z.maxLength(max, long),
      z.refine(isStorable, NO_SE_GUARDA),
    )
}

/** A text that may be empty, trimmed. A text that is too long fails before later checks. */
export function textoOpcional(max: number, tooLong = `Escribe ${max} caracteres como máximo.`): z.ZodMiniString {
  return z
    .string()
    .check(z.trim(), z.maxLength(max, { error: tooLong, abort: true }), z.refine(isStorable, NO_SE_GUARDA))
}

/** A reason that a person has to give. */
export const motivo = texto(300, 'Escribe el motivo.')
/** A reason that is required once marks were sent: `motivo.required`. */
export const motivoOpcional = z.optional(textoOpcional(300).check(emptyWhenBlank))

export const id = z.string('Falta el identificador.').check(z.minLength(1), z.maxLength(128), z.refine(isStorable))

/** The token of a link. */
export const token = z.string().check(z.minLength(20), z.maxLength(128))

export const CORREO_COMPLETO = 'Escribe un correo completo, como nombre@correo.com.'

/** An e-mail address. */
export const correo = z.string('Escribe tu correo electrónico.').check(
  z.trim(),
  z.minLength(1, 'Escribe tu correo electrónico.'),
  // Aborts before the pattern, whose time grows with the square of the length.
  z.maxLength(254, { error: 'Escribe 254 caracteres como máximo.', abort: true }),
  z.regex(/^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/, CORREO_COMPLETO),
  z.refine(isStorable, NO_SE_GUARDA),
)
/** The e-mail of a new account. Imported accounts sign in with any address that `correo` accepts. */
export const correoNuevo = correo.check(
  z.refine(
    (email) => !CORREO_PROHIBIDO.test(email),
    'El correo tiene un carácter no permitido. Quita < > ( ) " , ; : y \\.',
  ),
)

/** A password, not trimmed. The upper limit bounds the work of a hash. */
export const contrasena = (min: number, missing: string, short: string): z.ZodMiniString =>
  z
    .string(missing)
    .check(z.minLength(1, missing), z.minLength(min, short), z.maxLength(256, 'Escribe 256 caracteres como máximo.'))

/** The questions of the server that the person has answered with yes. See `Pregunta`. */
export const acepta = z.optional(z.array(z.string().check(z.maxLength(50_000))).check(z.maxLength(4)))

export const FECHA_Y_HORA = 'Elige fecha y hora.'
/** The value of a `datetime-local` field, in the zone of the event. It may be empty. */
export const horaLocal = z
  .string(FECHA_Y_HORA)
  .check(z.regex(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?)?$/, FECHA_Y_HORA))

/** A time of the clock. */
export const HH_MM = /^([01]\d|2[0-3]):[0-5]\d$/

/** A whole number. */
export const entero = (min: number, max: number, fault: string): z.ZodMiniNumberFormat =>
  z.int(fault).check(z.gte(min, fault), z.lte(max, fault))

/** A name that other programs may use as a key. */
export const usable = z.refine<string>(isNombreUsable, 'Ese nombre no se puede usar.')

export const direccion = z.enum(['up', 'down'])

export const dia = z.enum(DIAS)
