import type { Role } from '#domain/role.ts'

/** The session of a page. Apart from its declarations in `acceso.ts`, because public pages do not load the schemas. */
export type Sesion =
  | { readonly role: 'visitante' }
  | { readonly role: Exclude<Role, 'visitante'>; readonly id: string; readonly nombre: string; readonly email: string }

export const SESION_PATH = '/api/sesion'
/** Where a judge's link opens a session. */
export const JUEZ_SESION_PATH = '/api/juez/sesion'

/** The address of `signOut`. */
export const SIGN_OUT_ADDRESS = { method: 'DELETE', path: SESION_PATH, savesNothing: true } as const
