import type { FastifyInstance } from 'fastify'
import {
  completeCategoria,
  createCategoria,
  deleteCategoria,
  moveCategoria,
  setCriterios,
} from '#contract/categorias.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/route.ts'
import { chooseCriterios, complete, create, remove, reorder } from './commands.ts'

export function categoriasRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, createCategoria, create)
  serve(app, deps, moveCategoria, reorder)
  serve(app, deps, setCriterios, chooseCriterios)
  serve(app, deps, completeCategoria, complete)
  serve(app, deps, deleteCategoria, (work, input) => remove(deps, work, input))
}
