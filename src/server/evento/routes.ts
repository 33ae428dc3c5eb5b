import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/evento.ts'
import type { Deps } from '../deps.ts'
import { sendFile } from '../http/files.ts'
import { serveAll, serveRaw } from '../http/route.ts'
import { serveImage } from '../http/uploads.ts'
import * as commands from './commands.ts'
import { addImagen, imagenFor } from './galeria.ts'

export function eventoRoutes(app: FastifyInstance, deps: Deps): void {
  serveAll(app, deps, contract, commands)

  serveRaw<{ Params: { archivo: string } }>(app, deps, contract.readImagen, {
    handler: async (request, reply) => {
      const path = await imagenFor(deps, request.params.archivo)
      // The answer is not `no-cache`: the home page without a network shows the images that the browser keeps.
      return sendFile(request, reply, deps.files, { path, cache: 'public, max-age=86400' })
    },
  })

  serveImage(app, deps, contract.addImagen, { take: (request, image) => addImagen(deps, request, image) })
}
