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
import { isStorePath } from '../files/store.ts'
import { sendFile } from '../http/files.ts'
import { serve } from '../http/route.ts'
import { serveImage } from '../http/uploads.ts'
import { remove, reorder, save } from './commands.ts'
import { addImagen, pathOf } from './galeria.ts'

export function portadaRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, saveEvento, (work, input) => save(deps.env.zonaHoraria, work, input))
  serve(app, deps, moveImagen, reorder)
  serve(app, deps, deleteImagen, (work, input) => remove(deps, work, input))

  app.get<{ Params: { archivo: string } }>(IMAGEN_PATH, (request, reply) =>
    sendFile(request, reply, deps.files, { path: askedPath(request.params.archivo), cache: 'public, max-age=86400' }),
  )

  const upload = { path: UPLOAD_IMAGEN_PATH, roles: ['admin'], maxBytes: IMAGEN_MAX_BYTES } as const
  serveImage(app, deps, upload, (request, image) => addImagen(deps, request, image))
}

function askedPath(archivo: string): string {
  const path = pathOf(archivo)
  if (/^\.|\//.test(archivo) || !isStorePath(path)) throw new Problem('archivo.missing')
  return path
}
