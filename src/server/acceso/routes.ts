import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/acceso.ts'
import type { Deps } from '../deps.ts'
import { serveAct, serveQuery } from '../http/route.ts'
import * as commands from './commands.ts'
import { changePassword, requestReset } from './contrasena.ts'

export function accesoRoutes(app: FastifyInstance, deps: Deps): void {
  serveQuery(app, deps, contract.readSesion, commands.readSesion)
  serveAct(app, deps, contract.signIn, commands.signIn)
  serveAct(app, deps, contract.signOut, commands.signOut)
  serveAct(app, deps, contract.endSesiones, commands.endSesiones)
  serveAct(app, deps, contract.changePassword, changePassword)
  serveQuery(app, deps, contract.readEnlace, commands.readEnlace)
  serveAct(app, deps, contract.setupAdmin, commands.setupAdmin)
  serveAct(app, deps, contract.resetPassword, commands.resetPassword)
  serveAct(app, deps, contract.requestReset, requestReset)
  serveQuery(app, deps, contract.readCorreo, commands.readCorreo)
}
