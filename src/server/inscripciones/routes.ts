import type { FastifyInstance } from 'fastify'
import {
  createInscripcion,
  deleteInscripcion,
  saveCupo as saveCupoDeclaration,
  saveInscripciones,
  updateInscripcion,
} from '#contract/inscripciones.ts'
import type { Deps } from '../deps.ts'
import { serve, serveAct } from '../http/route.ts'
import { createAct, remove, saveCupo, saveInscripcionesAct, updateAct } from './commands.ts'
import { tusRoutes } from './tus.ts'

export function inscripcionesRoutes(app: FastifyInstance, deps: Deps): void {
  serveAct(app, deps, createInscripcion, createAct(deps))
  serveAct(app, deps, updateInscripcion, updateAct(deps))
  serve(app, deps, deleteInscripcion, (work, input) => remove(deps, work, input))
  serveAct(app, deps, saveInscripciones, saveInscripcionesAct)
  serve(app, deps, saveCupoDeclaration, saveCupo)
  tusRoutes(app, deps)
}
