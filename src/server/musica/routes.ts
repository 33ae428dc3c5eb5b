import type { FastifyInstance } from 'fastify'
import { MUSICA_PATH } from '#contract/competidores.ts'
import type { Deps } from '../deps.ts'
import { sendFile } from '../http/files.ts'
import { admit } from '../http/route.ts'
import { trackOf } from './tracks.ts'
import { tusRoutes } from './tus.ts'

export function musicaRoutes(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { id: string } }>(MUSICA_PATH, {
    onRequest: (request) => admit(deps, { roles: ['usuario', 'juez', 'admin'] }, request),
    handler: async (request, reply) => {
      const path = await trackOf(deps, request.actor, request.params.id)
      return sendFile(request, reply, deps.files, { path, cache: 'private, no-cache' })
    },
  })
  tusRoutes(app, deps)
}
