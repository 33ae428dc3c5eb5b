import * as z from 'zod/mini'
import { TOQUES_MAX } from '#domain/llegada.ts'
import { ESCENAS, MENSAJE_MAX, TIPOS_PANTALLA } from '#domain/pantalla.ts'
import { command, query, raw, TODOS } from './define.ts'
import { LLEGADAS_PATH, MUSICA_PATH, REPORTE_PATH } from './views/pantallas.ts'
import { dia, id, texto, textoOpcional, usable } from './fields.ts'

const nombre = texto(80, 'Escribe el nombre de la pantalla.').check(usable)

export const createPantalla = command('POST', '/api/pantallas', {
  summary: 'Agrega una pantalla, con su enlace.',
  input: z.object({ nombre, tipo: z.enum(TIPOS_PANTALLA, 'Elige el tipo.') }),
  output: z.object({ id: z.string() }),
})

/** The new link comes in the view `pantallas`, as that of a judge. */
export const renewEnlacePantalla = command('POST', '/api/pantallas/:id/enlace', {
  summary: 'Da a una pantalla un enlace nuevo. El anterior deja de funcionar.',
})

export const deletePantalla = command('DELETE', '/api/pantallas/:id', {
  summary: 'Elimina una pantalla. Su enlace deja de funcionar.',
})

/** Absent fields stay as they are. `categoriaId` null: the category of the turn. */
export const setMuestra = command('PUT', '/api/pantallas/:id/muestra', {
  summary: 'Cambia lo que muestra una pantalla: escena, categoría, mensaje, o si el locutor lee el paso siguiente.',
  input: z.object({
    id,
    escena: z.optional(z.enum(ESCENAS)),
    categoriaId: z.optional(z.nullable(id)),
    mensaje: z.optional(textoOpcional(MENSAJE_MAX, `Escribe un mensaje de hasta ${MENSAJE_MAX} caracteres.`)),
    adelantar: z.optional(z.boolean()),
  }),
})

export const setEnTodas = command('POST', '/api/pantallas/:id/todas', {
  summary: 'Da la escena, la categoría y el mensaje de una pantalla a todas las de la sala.',
})

export const identifyPantalla = command('POST', '/api/pantallas/:id/identificacion', {
  summary: 'Una pantalla muestra su nombre por unos segundos.',
})

const ENLACE = [{ name: 'enlace', description: 'El enlace de la pantalla.', schema: { type: 'string' } }]

/** The report of an open screen. Refused: its link has ended. Another one follows within seconds, so a failed one is not sent again. */
export const reportPantalla = raw('POST', REPORTE_PATH, {
  summary: 'La página de una pantalla dice que está abierta.',
  roles: TODOS,
  query: ENLACE,
})

export const readMusicaDelDia = raw('GET', MUSICA_PATH, {
  summary: 'La música de un competidor del día activo, entera o por rangos, para el puesto de música.',
  roles: TODOS,
  pantalla: 'Música',
  query: ENLACE,
})

/** The taps of a device. For each entry the later tap counts; a tap for an entry that is not on that day any more is dropped. */
export const sendLlegadas = command('POST', LLEGADAS_PATH, {
  summary: 'Dice quién llegó, desde la recepción. De dos toques para el mismo competidor cuenta el último.',
  roles: TODOS,
  pantalla: 'Recepción',
  asVisitante: true,
  input: z.object({
    enlace: id,
    dia,
    toques: z
      .array(z.object({ competidorId: id, llego: z.boolean(), at: z.int().check(z.gte(0)) }))
      .check(z.maxLength(TOQUES_MAX)),
  }),
})

/** `ahora`: the time of the answer, ms since 1970. */
export const readReportes = query('/api/pantallas/reportes', {
  summary: 'Cuándo dijo cada pantalla por última vez que está abierta.',
  output: z.object({
    ahora: z.number(),
    reportes: z.array(z.object({ pantallaId: z.string(), visto: z.number() })),
  }),
})
