import * as z from 'zod/mini'
import { command, NO_PARAMS, query, TODOS } from './define.ts'
import { contrasena, correo, correoNuevo, texto, token } from './fields.ts'
import { END_SESIONES_ADDRESS, SESION_PATH, SIGN_OUT_ADDRESS, type Sesion } from './sesion.ts'

const sesion = z.discriminatedUnion('role', [
  z.object({ role: z.literal('visitante') }),
  z.object({ role: z.enum(['usuario', 'juez', 'admin']), id: z.string(), nombre: z.string(), email: z.string() }),
]) satisfies z.ZodMiniType<Sesion>

export const readSesion = query(SESION_PATH, {
  summary: 'Dice de quién es esta sesión.',
  roles: TODOS,
  output: sesion,
})

export const signIn = command('POST', SESION_PATH, {
  summary: 'Abre una sesión, y con ella termina la anterior del mismo navegador.',
  roles: TODOS,
  savesNothing: true,
  asVisitante: true,
  input: z.object({ email: correo, password: contrasena(1, 'Escribe tu contraseña.', 'Escribe tu contraseña.') }),
  output: sesion,
})

export const signOut = command(SIGN_OUT_ADDRESS.method, SIGN_OUT_ADDRESS.path, {
  savesNothing: true,
  summary: 'Cierra esta sesión.',
  roles: ['usuario', 'juez', 'admin'],
  input: NO_PARAMS,
})

export const endSesiones = command(END_SESIONES_ADDRESS.method, END_SESIONES_ADDRESS.path, {
  savesNothing: true,
  summary: 'Cierra todas las sesiones de quien lo pide, también esta.',
  roles: ['usuario', 'juez', 'admin'],
  input: NO_PARAMS,
})

const nueva = contrasena(8, 'Escribe la contraseña.', 'La contraseña debe tener al menos 8 caracteres.')

export const readEnlace = query('/api/enlaces/:token', {
  summary: 'Dice para qué y para quién sirve un enlace de un solo uso.',
  roles: TODOS,
  input: z.object({ token }),
  output: z.object({ tipo: z.enum(['configurar', 'restablecer']), email: z.optional(z.string()) }),
})

export const setupAdmin = command('POST', '/api/enlaces/:token/administrador', {
  summary: 'Crea al primer administrador con el enlace que el servidor muestra al iniciar.',
  roles: TODOS,
  input: z.object({ token, nombre: texto(80, 'Escribe tu nombre.'), email: correoNuevo, password: nueva }),
})

export const resetPassword = command('POST', '/api/enlaces/:token/contrasena', {
  summary: 'Pone una contraseña nueva con un enlace de un solo uso.',
  roles: TODOS,
  input: z.object({ token, password: nueva }),
})

/** Sends a link by e-mail. The answer does not reveal whether an account has the address. */
export const requestReset = command('POST', '/api/enlaces', {
  summary: 'Pide por correo un enlace para una contraseña nueva. Responde lo mismo exista o no la cuenta.',
  roles: TODOS,
  savesNothing: true,
  input: z.object({ email: correo }),
})

/** Whether the server sends e-mail. Screens hide the actions that need e-mail. */
export const readCorreoDisponible = query('/api/correo', {
  summary: 'Dice si este servidor envía correo.',
  roles: TODOS,
  output: z.object({ disponible: z.boolean() }),
})

/** Needs a recent sign-in. Ends every other session of the person. */
export const changePassword = command('PUT', '/api/contrasena', {
  summary: 'Cambia la contraseña de quien inició sesión hace poco y cierra sus demás sesiones.',
  roles: ['usuario', 'admin'],
  once: true,
  input: z.object({
    password: contrasena(8, 'Ambos campos son obligatorios.', 'La contraseña debe tener al menos 8 caracteres.'),
  }),
})
