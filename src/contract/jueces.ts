import * as z from 'zod/mini'
import { mapTipos, TIPOS_CRITERIOS } from '#domain/criterios.ts'
import { ELEMENTOS } from '#domain/elementos.ts'
import { DIAS } from '#domain/dia.ts'
import { command, TODOS } from './define.ts'
import { id, motivoOpcional, texto, token, usable } from './fields.ts'

const nombre = texto(80, 'Escribe el nombre del juez.').check(usable)

export const createJuez = command('POST', '/api/jueces', {
  summary: 'Agrega a un juez, activo, asignado a todo el evento y con su enlace personal.',
  input: z.object({ nombre }),
  output: z.object({ id: z.string() }),
})

export const renameJuez = command('PUT', '/api/jueces/:id/nombre', {
  summary: 'Cambia el nombre de un juez.',
  input: z.object({ id, nombre }),
})

export const setJuezActivo = command('PUT', '/api/jueces/:id/activo', {
  summary: 'Activa o desactiva a un juez. Al desactivarlo terminan sus sesiones y su token.',
  input: z.object({ id, activo: z.boolean() }),
})

export const setJuezPrincipal = command('PUT', '/api/jueces/:id/principal', {
  summary: 'Hace juez principal a un juez, o deja de serlo.',
  input: z.object({ id, principal: z.boolean() }),
})

/** Without `dias` and `categorias`: the whole event. */
export const assignJuez = command('PUT', '/api/jueces/:id/asignacion', {
  summary: 'Asigna a un juez a unos días o a unas categorías; sin ninguno de los dos, a todo el evento.',
  input: z.object({
    id,
    dias: z.optional(z.array(z.enum(DIAS)).check(z.minLength(1, 'Elige al menos un día.'), z.maxLength(DIAS.length))),
    categorias: z.optional(z.array(id).check(z.minLength(1, 'Elige al menos una categoría.'), z.maxLength(1_000))),
  }),
})

/** The new link comes in the view `jueces`, never in an answer: answers are stored under the key of the request. */
export const renewEnlaceJuez = command('POST', '/api/jueces/:id/enlace', {
  summary: 'Da a un juez un enlace nuevo. El anterior y las sesiones que abrió dejan de funcionar.',
})

/** Replaces the token that the judge had. */
export const createTokenJuez = command('POST', '/api/jueces/:id/token', {
  summary: 'Crea el token de un juez para otra aplicación: `Authorization: Bearer`. Se muestra una sola vez.',
  once: true,
  output: z.object({ token: z.string() }),
})

export const revokeTokenJuez = command('DELETE', '/api/jueces/:id/token', {
  summary: 'Revoca el token de un juez.',
})

/** `maximo` and `paso` as typed: numbers with at most two decimals. */
const escala = z.object({ maximo: z.string().check(z.maxLength(10)), paso: z.string().check(z.maxLength(10)) })

export const saveEscalas = command('PUT', '/api/escalas', {
  summary: 'Guarda el máximo y el paso de las puntuaciones de cada tipo de criterios.',
  input: z.object(mapTipos(() => escala)),
})

/** `pesos`: the typed weight of each criterion by key; all empty: no weights. `motivo.required` as in `setMetodo`. */
export const savePesos = command('PUT', '/api/pesos/:tipo', {
  summary: 'Guarda el peso de cada criterio de un tipo, o ninguno.',
  input: z.object({
    tipo: z.enum(TIPOS_CRITERIOS),
    pesos: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(10))),
    motivo: motivoOpcional,
  }),
})

export const saveDesempate = command('PUT', '/api/desempate', {
  summary: 'Guarda los criterios de desempate, en orden: decide el primero en que los empatados difieren.',
  input: z.object({
    desempate: z
      .array(z.enum(ELEMENTOS))
      .check(z.refine((list) => new Set(list).size === list.length, 'Cada criterio va una sola vez.')),
    motivo: motivoOpcional,
  }),
})

/** A request with a personal link. A POST, so that the token stands in no address. */
const withEnlace = {
  roles: TODOS,
  savesNothing: true,
  asVisitante: true,
  input: z.object({ token }),
} as const
const juezDeEnlace = z.object({ id: z.string(), nombre: z.string() })

export const readEnlaceJuez = command('POST', '/api/juez/enlace', {
  ...withEnlace,
  summary: 'Dice de qué juez es un enlace personal, sin abrir sesión.',
  output: juezDeEnlace,
})

export const enterAsJuez = command('POST', '/api/juez/sesion', {
  ...withEnlace,
  summary: 'Abre una sesión con el enlace personal de un juez. La anterior del mismo navegador termina.',
  output: juezDeEnlace,
})
