import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/acceso.ts'
import type { Deps } from '../deps.ts'
import { serveAct, serveQuery } from '../http/route.ts'
import * as commands from './commands.ts'
import { changePasswordAct, requestResetAct } from './contrasena.ts'
import { openMail } from './mail.ts'

export function accesoRoutes(app: FastifyInstance, deps: Deps): void {
  const mail = openMail(deps)
  app.addHook('onClose', async () => mail?.close())

  serveQuery(app, deps, contract.readSesion, commands.whoIs)
  serveAct(app, deps, contract.signIn, commands.signInAct)
  serveAct(app, deps, contract.signOut, commands.signOutAct)
  serveAct(app, deps, contract.endSesiones, commands.endSesionesAct)
  serveAct(app, deps, contract.changePassword, changePasswordAct)
  serveQuery(app, deps, contract.readEnlace, commands.describeEnlace)
  serveAct(app, deps, contract.setupAdmin, commands.setupAdminAct)
  serveAct(app, deps, contract.resetPassword, commands.resetPasswordAct)
  serveAct(app, deps, contract.requestReset, requestResetAct(mail))
  serveQuery(app, deps, contract.readCorreo, async () => ({ disponible: mail !== null }))
}
