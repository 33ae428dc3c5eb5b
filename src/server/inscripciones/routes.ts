import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/inscripciones.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/route.ts'
import * as commands from './commands.ts'

export function inscripcionesRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.createInscripcion, commands.createInscripcion)
  serve(app, deps, contract.updateInscripcion, commands.updateInscripcion)
  serve(app, deps, contract.deleteInscripcion, commands.deleteInscripcion)
  serve(app, deps, contract.saveInscripciones, commands.saveInscripciones)
  serve(app, deps, contract.saveCupo, commands.saveCupo)
}
