import * as z from 'zod/mini'
import { sortUsuarios, type Usuario } from '#domain/usuario.ts'
import { ARCHIVO_PARAM, command, TODOS, raw } from './define.ts'
import { contrasena, correoNuevo, id, texto } from './fields.ts'
import { isId, paramsReader, view } from './view.ts'

const nombre = texto(80, 'Escribe tu nombre.')
const apellido = texto(80, 'Escribe tu apellido.')
const pais = texto(80, 'Elige tu país.')
/** An uploaded photo: the answer of `addFoto`. */
const foto = z.optional(z.string().check(z.regex(/^[\w-]{20,128}$/, 'Elige la foto otra vez.')))

export const registerUsuario = command('POST', '/api/usuarios', {
  summary: 'Crea una cuenta con su perfil. No abre sesión.',
  roles: TODOS,
  input: z.object({
    nombre,
    apellido,
    email: correoNuevo,
    pais,
    password: contrasena(6, 'Escribe la contraseña.', 'La contraseña debe tener al menos 6 caracteres.'),
    foto,
  }),
  output: z.object({ id: z.string() }),
})

export const savePerfil = command('PUT', '/api/perfil', {
  summary: 'Cambia el perfil propio.',
  roles: ['usuario'],
  input: z.object({ nombre, apellido, pais, foto }),
})

/** Receives a photo as the body, before its form is sent. Answers `{ foto }`. */
export const addFoto = raw('POST', '/api/fotos', {
  summary:
    'Sube por adelantado la foto de un perfil: sus bytes en el cuerpo, su nombre en `nombre`. Responde `foto`, para el formulario.',
  roles: TODOS,
  body: 'image/*',
  maxBytes: 10 * 1024 * 1024,
  query: [ARCHIVO_PARAM],
})

export const readFoto = raw('GET', '/api/usuarios/:id/foto', {
  summary: 'La foto de un perfil: para su dueño y la organización.',
  roles: ['usuario', 'admin'],
})

/** The entries of the user stay; only the administrator manages them. */
export const deleteUsuario = command('DELETE', '/api/usuarios/:id', {
  summary: 'Elimina a un usuario con su perfil, su foto y sus sesiones; sus competidores quedan.',
})

export const setActivo = command('PUT', '/api/usuarios/:id/activo', {
  summary: 'Activa o desactiva una cuenta. Desactivarla termina sus sesiones.',
  input: z.object({ id, activo: z.boolean() }),
})

/** `ruta` is relative to the address of the page. */
export const createEnlace = command('POST', '/api/usuarios/:id/enlace', {
  summary: 'Crea un enlace con el que un usuario pone su contraseña, una sola vez.',
  output: z.object({ ruta: z.string(), vence: z.string() }),
})

/** The profile of a user. `fotoURL` changes with the photo; `null` without one. */
export interface PerfilPart extends Usuario {
  readonly fotoURL: string | null
}

export const perfil = view('perfil', {
  roles: ['usuario'],
  audience: 'persona',
  params: paramsReader({ uid: isId }),
  /** `null`: the account has no profile. */
  assemble: ([profile]: readonly PerfilPart[]): PerfilPart | null => profile ?? null,
})

/** A user for the administrator. */
export interface UsuarioPart extends PerfilPart {
  readonly desactivado: boolean
}

export const usuarios = view('usuarios', {
  assemble: (parts: readonly UsuarioPart[]): UsuarioPart[] => sortUsuarios(parts),
})
