import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/usuarios.ts'
import { ROLES } from '#domain/role.ts'
import type { Deps } from '../deps.ts'
import { sendFile } from '../http/files.ts'
import { admit, serve, serveAct } from '../http/route.ts'
import { serveImage } from '../http/uploads.ts'
import * as commands from './commands.ts'
import { checkFotoLimits, fotoFor, receiveFoto } from './foto.ts'

export function usuariosRoutes(app: FastifyInstance, deps: Deps): void {
  serveAct(app, deps, contract.registerUsuario, commands.registerUsuario)
  serveAct(app, deps, contract.savePerfil, commands.savePerfil)
  serve(app, deps, contract.deleteUsuario, commands.deleteUsuario)
  serve(app, deps, contract.setActivo, commands.setActivo)
  serveAct(app, deps, contract.createEnlace, commands.createEnlace)

  const upload = { path: contract.FOTO_ESPERA_PATH, roles: ROLES, maxBytes: contract.FOTO_MAX_BYTES }
  serveImage(app, deps, { ...upload, before: ({ address }) => checkFotoLimits(deps, address) }, ({ address }, image) =>
    receiveFoto(deps, address, image),
  )

  app.get<{ Params: { id: string } }>(contract.FOTO_PATH, {
    onRequest: (request) => admit(deps, { roles: ['usuario', 'admin'] }, request),
    handler: async (request, reply) => {
      const path = await fotoFor(deps, request.actor, request.params.id)
      // The address changes with the photo.
      return sendFile(request, reply, deps.files, { path, cache: 'private, max-age=31536000, immutable' })
    },
  })
}
