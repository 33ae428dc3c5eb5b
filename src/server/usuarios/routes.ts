import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/usuarios.ts'
import type { Deps } from '../deps.ts'
import { sendFile } from '../http/files.ts'
import { serve, serveRaw } from '../http/route.ts'
import { serveImage } from '../http/uploads.ts'
import * as commands from './commands.ts'
import { checkFotoLimits, fotoFor, receiveFoto } from './foto.ts'

export function usuariosRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.registerUsuario, commands.registerUsuario)
  serve(app, deps, contract.savePerfil, commands.savePerfil)
  serve(app, deps, contract.deleteUsuario, commands.deleteUsuario)
  serve(app, deps, contract.setActivo, commands.setActivo)
  serve(app, deps, contract.createEnlace, commands.createEnlace)

  serveImage(app, deps, contract.addFoto, {
    before: ({ network }) => checkFotoLimits(deps, network),
    take: ({ network }, image) => receiveFoto(deps, network, image),
  })

  serveRaw<{ Params: { id: string } }>(app, deps, contract.readFoto, {
    handler: async (request, reply) => {
      const path = await fotoFor(deps, request.actor, request.params.id)
      return sendFile(request, reply, deps.files, { path, cache: 'private, max-age=31536000, immutable' })
    },
  })
}
