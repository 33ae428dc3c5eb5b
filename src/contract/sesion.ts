import type { Role } from '#domain/role.ts'

/**
 * Who is signed in, as every page asks before any form is open. Its declarations stand in `acceso.ts`, apart from
 * this: they bring schemas along, and the public pages have no use for those.
 */
export type Sesion =
  | { readonly role: 'visitante' }
  | { readonly role: Exclude<Role, 'visitante'>; readonly id: string; readonly nombre: string; readonly email: string }

export const SESION_PATH = '/api/sesion'

/** The address of `signOut`. */
export const SIGN_OUT = { method: 'DELETE', path: SESION_PATH, savesNothing: true } as const
