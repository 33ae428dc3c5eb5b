import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/usuarios.ts'
import type { Deps } from '../deps.ts'
import { sendFile } from '../http/files.ts'
import { serveAll, serveRaw } from '../http/route.ts'
import { serveImage } from '../http/uploads.ts'
import * as commands from './commands.ts'
import { checkFotoLimits, fotoFor, receiveFoto } from './foto.ts'

export function usuariosRoutes(app: FastifyInstance, deps: Deps): void {
  serveAll(app, deps, contract, commands)

  serveImage(app, deps, contract.addFoto, {
    before: ({ network }) => checkFotoLimits(deps, network),
    take: ({ network }, image) => receiveFoto(deps, network, image),
  })

  serveRaw<{ Params: { id: string } }>(app, deps, contract.readFoto, {
    handler: async (request, reply) => {
      const path = await fotoFor(deps, request.actor, request.params.id)
      return sendFile(request, reply, deps.files, { path, cache: 'private, no-cache' })
    },
  })
}
