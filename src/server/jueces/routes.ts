import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/jueces.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/route.ts'
import * as commands from './commands.ts'
import * as enlace from './enlace.ts'

export function juecesRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.createJuez, commands.createJuez)
  serve(app, deps, contract.renameJuez, commands.renameJuez)
  serve(app, deps, contract.setJuezActivo, commands.setJuezActivo)
  serve(app, deps, contract.setJuezPrincipal, commands.setJuezPrincipal)
  serve(app, deps, contract.assignJuez, commands.assignJuez)
  serve(app, deps, contract.renewEnlaceJuez, commands.renewEnlaceJuez)
  serve(app, deps, contract.createTokenJuez, commands.createTokenJuez)
  serve(app, deps, contract.revokeTokenJuez, commands.revokeTokenJuez)
  serve(app, deps, contract.saveEscalas, commands.saveEscalas)
  serve(app, deps, contract.readEnlaceJuez, enlace.readEnlaceJuez)
  serve(app, deps, contract.enterAsJuez, enlace.enterAsJuez)
}
