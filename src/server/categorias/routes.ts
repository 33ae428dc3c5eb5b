import type { FastifyInstance } from 'fastify'
import { createCategoria, deleteCategoria, moveCategoria } from '#contract/categorias.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/route.ts'
import { create, remove, reorder } from './commands.ts'

export function categoriasRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, createCategoria, create)
  serve(app, deps, moveCategoria, reorder)
  serve(app, deps, deleteCategoria, (work, input) => remove(deps, work, input))
}
