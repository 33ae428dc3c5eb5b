import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/categorias.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/route.ts'
import * as commands from './commands.ts'

export function categoriasRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.createCategoria, commands.createCategoria)
  serve(app, deps, contract.moveCategoria, commands.moveCategoria)
  serve(app, deps, contract.setCriterios, commands.setCriterios)
  serve(app, deps, contract.completeCategoria, commands.completeCategoria)
  serve(app, deps, contract.deleteCategoria, commands.deleteCategoria)
}
