import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/inscripciones.ts'
import type { Deps } from '../deps.ts'
import { Lanes } from '../http/lanes.ts'
import { serve, serveAct } from '../http/route.ts'
import * as commands from './commands.ts'
import { tusRoutes } from './tus.ts'

export function inscripcionesRoutes(app: FastifyInstance, deps: Deps): void {
  // A copy is made before the transaction: a person's next request begins once the copy is used or removed.
  const lanes = new Lanes()
  serveAct(app, deps, contract.createInscripcion, commands.createInscripcion(deps, lanes))
  serveAct(app, deps, contract.updateInscripcion, commands.updateInscripcion(deps, lanes))
  serve(app, deps, contract.deleteInscripcion, (work, input) => commands.deleteInscripcion(deps, work, input))
  serveAct(app, deps, contract.saveInscripciones, commands.saveInscripciones)
  serve(app, deps, contract.saveCupo, commands.saveCupo)
  tusRoutes(app, deps)
}
