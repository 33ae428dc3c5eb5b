import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/acceso.ts'
import type { Deps } from '../deps.ts'
import { serveAct, serveQuery } from '../http/route.ts'
import * as commands from './commands.ts'
import * as enlaces from './enlaces.ts'

export function accesoRoutes(app: FastifyInstance, deps: Deps): void {
  serveQuery(app, deps, contract.readSesion, commands.readSesion)
  serveAct(app, deps, contract.signIn, commands.signIn)
  serveAct(app, deps, contract.signOut, commands.signOut)
  serveAct(app, deps, contract.endSesiones, commands.endSesiones)
  serveAct(app, deps, contract.changePassword, commands.changePassword)
  serveQuery(app, deps, contract.readEnlace, enlaces.readEnlace)
  serveAct(app, deps, contract.setupAdmin, enlaces.setupAdmin)
  serveAct(app, deps, contract.resetPassword, enlaces.resetPassword)
  serveAct(app, deps, contract.requestReset, enlaces.requestReset)
  serveQuery(app, deps, contract.readCorreo, enlaces.readCorreo)
}
