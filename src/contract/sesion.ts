import type { Role } from '#domain/role.ts'

/** The session of a page. Apart from its declarations in `acceso.ts`, because public pages do not load the schemas. */
export type Sesion =
  | { readonly role: 'visitante' }
  | { readonly role: Exclude<Role, 'visitante'>; readonly id: string; readonly nombre: string; readonly email: string }

export const SESION_PATH = '/api/sesion'

/**
 * The header of a command with the person whose page sent it: the id, or `visitante`. The server refuses the command with
 * `session.other` when the session belongs to another person. Without the header nothing is compared.
 */
export const PERSONA_HEADER = 'x-persona'

/** The addresses of `signOut` and `endSesiones`. */
export const SIGN_OUT_ADDRESS = { method: 'DELETE', path: SESION_PATH, savesNothing: true } as const
export const END_SESIONES_ADDRESS = { method: 'DELETE', path: '/api/sesiones', savesNothing: true } as const
