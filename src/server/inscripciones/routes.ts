import type { FastifyInstance } from 'fastify'
import {
  createInscripcion,
  deleteInscripcion,
  saveCupo as saveCupoDeclaration,
  saveInscripciones,
  updateInscripcion,
} from '#contract/inscripciones.ts'
import type { Deps } from '../deps.ts'
import { Lanes } from '../http/lanes.ts'
import { serve, serveAct } from '../http/route.ts'
import { createAct, remove, saveCupo, saveInscripcionesAct, updateAct } from './commands.ts'
import { tusRoutes } from './tus.ts'

export function inscripcionesRoutes(app: FastifyInstance, deps: Deps): void {
  // A copy is made before the transaction: a person's next request begins once the copy is used or removed.
  const lanes = new Lanes()
  serveAct(app, deps, createInscripcion, createAct(deps, lanes))
  serveAct(app, deps, updateInscripcion, updateAct(deps, lanes))
  serve(app, deps, deleteInscripcion, (work, input) => remove(deps, work, input))
  serveAct(app, deps, saveInscripciones, saveInscripcionesAct)
  serve(app, deps, saveCupoDeclaration, saveCupo)
  tusRoutes(app, deps)
}
