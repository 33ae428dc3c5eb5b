import type { FastifyInstance } from 'fastify'
import { endSesiones, readEnlace, readSesion, resetPassword, setupAdmin, signIn, signOut } from '#contract/acceso.ts'
import type { Deps } from '../deps.ts'
import { serveAct, serveQuery } from '../http/route.ts'
import {
  describeEnlace,
  endSesionesAct,
  resetPasswordAct,
  setupAdminAct,
  signInAct,
  signOutAct,
  whoIs,
} from './commands.ts'

export function accesoRoutes(app: FastifyInstance, deps: Deps): void {
  serveQuery(app, deps, readSesion, whoIs)
  serveAct(app, deps, signIn, signInAct)
  serveAct(app, deps, signOut, signOutAct)
  serveAct(app, deps, endSesiones, endSesionesAct)
  serveQuery(app, deps, readEnlace, describeEnlace)
  serveAct(app, deps, setupAdmin, setupAdminAct)
  serveAct(app, deps, resetPassword, resetPasswordAct)
}
