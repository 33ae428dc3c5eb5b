import * as z from 'zod/mini'
import { isFecha } from '#domain/fecha.ts'
import { isZona } from '#domain/hora.ts'
import { isStorable } from '#domain/texto.ts'
import { ARCHIVO_PARAM, command, TODOS, raw } from './define.ts'
import { acepta, CORREO_COMPLETO, direccion, texto, textoOpcional } from './fields.ts'

/** The link of the map must open as a page: no other scheme than http and https. An absent `fecha` stays, an empty one is none. */
export const evento = z.object({
  nombre: texto(80, 'Escribe el nombre del evento.'),
  subtitulo: textoOpcional(120),
  edicion: textoOpcional(80),
  hotel: textoOpcional(120),
  direccion: textoOpcional(240),
  enlaceMapa: textoOpcional(500).check(
    z.regex(/^(https?:\/\/\S+)?$/, 'Escribe una dirección que empiece con https://'),
  ),
  correo: textoOpcional(254).check(z.regex(/^([^\s@]+@[^\s@]+\.[^\s@]+)?$/, CORREO_COMPLETO)),
  telefono: textoOpcional(40),
  derechos: textoOpcional(200),
  zonaHoraria: textoOpcional(60).check(z.refine(isZona, 'Escribe una zona como America/Mexico_City.')),
  fecha: z.optional(z.string().check(z.refine((value) => value === '' || isFecha(value), 'Elige una fecha.'))),
})

/** Asks before a date that is no Thursday. */
export const saveEvento = command('PUT', '/api/evento', {
  summary: 'Guarda los textos, la zona horaria y la fecha del evento.',
  input: z.object({ ...evento.shape, acepta }),
})

const archivo = z.string().check(
  z.minLength(1),
  z.maxLength(200),
  z.refine((name) => isStorable(name) && !/[/\\]|^\./.test(name)),
)

export const moveImagen = command('POST', '/api/galeria/:archivo/orden', {
  summary: 'Sube o baja una posición una imagen de la portada.',
  input: z.object({ archivo, direccion }),
})

export const deleteImagen = command('DELETE', '/api/galeria/:archivo', {
  summary: 'Elimina una imagen de la portada.',
  input: z.object({ archivo }),
})

/** Receives an image as the body. */
export const addImagen = raw('POST', '/api/galeria', {
  summary: 'Agrega una imagen a la portada: sus bytes en el cuerpo, su nombre en `nombre`.',
  body: 'image/*',
  maxBytes: 10 * 1024 * 1024,
  query: [ARCHIVO_PARAM],
})

export const readImagen = raw('GET', '/api/archivos/carrusel/:archivo', {
  summary: 'Una imagen de la portada.',
  roles: TODOS,
})
