import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/acceso.ts'
import type { Deps } from '../deps.ts'
import { serve, serveQuery } from '../http/route.ts'
import * as commands from './commands.ts'
import * as enlaces from './enlaces.ts'

export function accesoRoutes(app: FastifyInstance, deps: Deps): void {
  serveQuery(app, deps, contract.readSesion, commands.readSesion)
  serve(app, deps, contract.signIn, commands.signIn)
  serve(app, deps, contract.signOut, commands.signOut)
  serve(app, deps, contract.endSesiones, commands.endSesiones)
  serve(app, deps, contract.changePassword, commands.changePassword)
  serveQuery(app, deps, contract.readEnlace, enlaces.readEnlace)
  serve(app, deps, contract.setupAdmin, enlaces.setupAdmin)
  serve(app, deps, contract.resetPassword, enlaces.resetPassword)
  serve(app, deps, contract.requestReset, enlaces.requestReset)
  serveQuery(app, deps, contract.readCorreoDisponible, enlaces.readCorreoDisponible)
}
