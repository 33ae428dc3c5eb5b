import type { FastifyInstance } from 'fastify'
import { deleteCompetidor, moveCompetidor, placeCompetidor } from '#contract/competidores.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/route.ts'
import { place, remove, reorder } from './commands.ts'

export function competidoresRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, moveCompetidor, reorder)
  serve(app, deps, placeCompetidor, place)
  serve(app, deps, deleteCompetidor, (work, input) => remove(deps, work, input))
}
