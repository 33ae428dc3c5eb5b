import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DURACION_HEADER, MUSICA_MAX_BYTES, SUBIDA_PATH, SUBIDAS_PATH } from '#contract/inscripciones.ts'
import { Problem } from '#domain/problem.ts'
import type { Role } from '#domain/role.ts'
import type { Deps } from '../deps.ts'
import { admit } from '../http/route.ts'
import { checkOrigin } from '../http/session.ts'
import { expiryOf, Subidas, type Recibido } from './subidas.ts'

const VERSION = '1.0.0'
const OFFSET_TYPE = 'application/offset+octet-stream'
const SUBIDA_ROLES: readonly Role[] = ['usuario', 'admin']

interface ById {
  Params: { id: string }
}

/** Serves the part of the tus protocol that a browser needs to upload a track over an unstable connection. */
export function tusRoutes(app: FastifyInstance, deps: Deps): void {
  const subidas = new Subidas(deps)
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers({ 'tus-resumable': VERSION, 'tus-version': VERSION, 'cache-control': 'no-store' })
    checkOrigin(deps.env, request)
    // For every request: the address of an upload gives no access by itself.
    await admit(deps, { roles: SUBIDA_ROLES }, request)
    if (request.headers['tus-resumable'] !== VERSION) throw new Problem('subida.protocol')
  }

  // A scope of its own: only these routes read the body as a stream.
  app.register(async (scope) => {
    scope.addContentTypeParser(OFFSET_TYPE, (_request, payload, done) => done(null, payload))
    const bodyLimit = MUSICA_MAX_BYTES + 1024

    scope.post(SUBIDAS_PATH, {
      onRequest,
      handler: async (request, reply) => {
        const row = await subidas.create(request.actor, numberOf(request, 'upload-length'))
        return reply
          .code(201)
          .headers({ location: `${SUBIDAS_PATH}/${row.id}`, 'upload-expires': expiryOf(row).toUTCString() })
          .send()
      },
    })
    scope.head<ById>(SUBIDA_PATH, {
      onRequest,
      handler: async (request, reply) => {
        const row = await subidas.find(request.actor, request.params.id)
        const recibido = await subidas.offset(request.actor, row.id)
        return reply
          .headers({
            ...standing(recibido),
            'upload-length': row.bytes,
            'upload-expires': expiryOf(row).toUTCString(),
          })
          .send()
      },
    })
    scope.patch<ById>(SUBIDA_PATH, {
      onRequest,
      bodyLimit,
      handler: async (request, reply) => {
        const { id } = await subidas.find(request.actor, request.params.id)
        const { body } = request
        if (!(body instanceof Readable)) throw new Problem('subida.protocol')
        const recibido = await subidas.append(request.actor, id, numberOf(request, 'upload-offset'), body)
        return reply.code(204).headers(standing(recibido)).send()
      },
    })
    scope.delete<ById>(SUBIDA_PATH, {
      onRequest,
      handler: async (request, reply) => {
        await subidas.remove(request.actor, request.params.id)
        return reply.code(204).send()
      },
    })
  })
}

function standing({ bytes, duracion }: Recibido): Record<string, number> {
  return { 'upload-offset': bytes, ...(duracion !== null && { [DURACION_HEADER]: duracion }) }
}

function numberOf(request: FastifyRequest, name: 'upload-length' | 'upload-offset'): number {
  const value = request.headers[name]
  if (typeof value !== 'string' || !/^\d{1,12}$/.test(value)) throw new Problem('subida.protocol')
  return Number(value)
}
