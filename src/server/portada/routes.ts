import type { FastifyInstance } from 'fastify'
import {
  deleteImagen,
  IMAGEN_MAX_BYTES,
  IMAGEN_PATH,
  moveImagen,
  saveEvento,
  UPLOAD_IMAGEN_PATH,
} from '#contract/evento.ts'
import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { sendFile } from '../http/files.ts'
import { admit, serve } from '../http/route.ts'
import { checkOrigin } from '../http/session.ts'
import { remove, reorder, save } from './commands.ts'
import { addImagen, FOLDER } from './galeria.ts'

export function portadaRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, saveEvento, (work, input) => save(deps.env.zonaHoraria, work, input))
  serve(app, deps, moveImagen, reorder)
  serve(app, deps, deleteImagen, (work, input) => remove(deps, work, input))

  app.get<{ Params: { archivo: string } }>(IMAGEN_PATH, (request, reply) =>
    sendFile(request, reply, deps.files, { path: pathOf(request.params.archivo), cache: 'public, max-age=86400' }),
  )

  // In a scope of its own: only here is a body of bytes taken, and so large a one.
  app.register(async (scope) => {
    scope.addContentTypeParser(/^image\//, { parseAs: 'buffer', bodyLimit: IMAGEN_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Querystring: { nombre?: string } }>(UPLOAD_IMAGEN_PATH, {
      bodyLimit: IMAGEN_MAX_BYTES,
      onRequest: async (request) => {
        checkOrigin(deps.env, request)
        await admit(deps, { roles: ['admin'] }, request)
        if (Number(request.headers['content-length'] ?? 0) > IMAGEN_MAX_BYTES) throw new Problem('imagen.tooLarge')
      },
      handler: async (request) => {
        if (!Buffer.isBuffer(request.body)) throw new Problem('imagen.unreadable')
        return addImagen(deps, request.actor, request.query.nombre ?? '', request.body)
      },
    })
  })
}

function pathOf(archivo: string): string {
  if (/[/\\\0]|^\./.test(archivo)) throw new Problem('archivo.missing')
  return `${FOLDER}/${archivo}`
}
