import type { FastifyInstance } from 'fastify'
import { readMusica } from '#contract/competidores.ts'
import type { Deps } from '../deps.ts'
import { sendFile } from '../http/files.ts'
import { serveRaw } from '../http/route.ts'
import { trackOf } from './tracks.ts'
import { tusRoutes } from './tus.ts'

export function musicaRoutes(app: FastifyInstance, deps: Deps): void {
  serveRaw<{ Params: { id: string } }>(app, deps, readMusica, {
    handler: async (request, reply) => {
      const path = await trackOf(deps, request.actor, request.params.id)
      return sendFile(request, reply, deps.files, { path, cache: 'private, no-cache' })
    },
  })
  tusRoutes(app, deps)
}
