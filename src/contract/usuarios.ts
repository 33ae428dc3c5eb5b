import * as z from 'zod/mini'
import { sortUsuarios, type Usuario } from '#domain/usuario.ts'
import { command, DONE, TODOS } from './define.ts'
import { contrasena, correoNuevo, id, texto } from './fields.ts'
import { noParams, view } from './view.ts'

const nombre = texto(80, 'Escribe tu nombre.')
const apellido = texto(80, 'Escribe tu apellido.')
const pais = texto(80, 'Elige tu país.')
/** A photo that was sent ahead, by what `FOTO_ESPERA_PATH` answered. */
const foto = z.optional(z.string().check(z.regex(/^[\w-]{20,128}$/, 'Elige la foto otra vez.')))

/** Makes an account with its profile. It signs nobody in. */
export const registerUsuario = command({
  method: 'POST',
  path: '/api/usuarios',
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

export const savePerfil = command({
  method: 'PUT',
  path: '/api/perfil',
  summary: 'Cambia el perfil propio.',
  roles: ['usuario'],
  input: z.object({ nombre, apellido, pais, foto }),
  output: DONE,
})

/** Where a photo is sent ahead, as the body of a POST; `nombre` in the query is the file's name. Answers `{ foto }`. */
export const FOTO_ESPERA_PATH = '/api/fotos'
export const FOTO_MAX_BYTES = 10 * 1024 * 1024
/** A profile's photo, for its owner and the administrator. */
export const FOTO_PATH = '/api/usuarios/:id/foto'

/** Deletes the account, the profile, the photo and every session. The entries stay, and are the administrator's. */
export const deleteUsuario = command({
  method: 'DELETE',
  path: '/api/usuarios/:id',
  summary: 'Elimina a un usuario con su perfil, su foto y sus sesiones; sus competidores quedan.',
  roles: ['admin'],
  input: z.object({ id }),
  output: DONE,
})

/** Switches an account off or on. Off ends its sessions, and signing in says so. */
export const setActivo = command({
  method: 'PUT',
  path: '/api/usuarios/:id/activo',
  summary: 'Activa o desactiva una cuenta. Desactivarla termina sus sesiones.',
  roles: ['admin'],
  input: z.object({ id, activo: z.boolean() }),
  output: DONE,
})

/** A link with which a user sets a password, once. `ruta` is to be read from the address of the page. */
export const createEnlace = command({
  method: 'POST',
  path: '/api/usuarios/:id/enlace',
  summary: 'Crea un enlace con el que un usuario pone su contraseña, una sola vez.',
  roles: ['admin'],
  input: z.object({ id }),
  output: z.object({ ruta: z.string(), vence: z.string() }),
})

/** A user's own profile. `fotoURL` changes whenever the photo does; null without one. */
export interface PerfilPart extends Usuario {
  readonly fotoURL: string | null
}

export const perfil = view({
  name: 'perfil',
  roles: ['usuario'],
  audience: 'persona',
  params: z.strictObject({ uid: id }),
  /** Null: there is an account, and its profile is missing. */
  assemble: (parts: ReadonlyMap<string, PerfilPart>): PerfilPart | null => [...parts.values()][0] ?? null,
})

/** A user as the organiser sees them. */
export interface UsuarioPart extends PerfilPart {
  readonly desactivado: boolean
}

export const usuarios = view({
  name: 'usuarios',
  roles: ['admin'],
  audience: 'rol',
  params: noParams,
  assemble: (parts: ReadonlyMap<string, UsuarioPart>): UsuarioPart[] => sortUsuarios([...parts.values()]),
})
