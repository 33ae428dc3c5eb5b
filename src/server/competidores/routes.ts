import type { FastifyInstance } from 'fastify'
import { deleteCompetidor, moveCompetidor, MUSICA_PATH, placeCompetidor } from '#contract/competidores.ts'
import type { Deps } from '../deps.ts'
import { sendFile } from '../http/files.ts'
import { admit, serve } from '../http/route.ts'
import { musicaFor } from './musica.ts'
import { place, remove, reorder } from './commands.ts'

export function competidoresRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, moveCompetidor, reorder)
  serve(app, deps, placeCompetidor, place)
  serve(app, deps, deleteCompetidor, (work, input) => remove(deps, work, input))

  app.get<{ Params: { id: string } }>(MUSICA_PATH, {
    onRequest: (request) => admit(deps, { roles: ['usuario', 'juez', 'admin'] }, request),
    handler: async (request, reply) => {
      const path = await musicaFor(deps, request.actor, request.params.id)
      return sendFile(request, reply, deps.files, { path, cache: 'private, no-cache' })
    },
  })
}
