import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/inscripciones.ts'
import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { serveRaw } from '../http/route.ts'
import { expiryOf, Subidas, type Recibido } from './subidas.ts'

const VERSION = '1.0.0'
const OFFSET_TYPE = 'application/offset+octet-stream'

interface ById {
  Params: { id: string }
}

/** Serves the part of the tus protocol that a browser needs to upload a track over an unstable connection. */
export function tusRoutes(app: FastifyInstance, deps: Deps): void {
  const subidas = new Subidas(deps)
  // A scope of its own: only these routes read the body as a stream.
  app.register(async (scope) => {
    scope.addContentTypeParser(OFFSET_TYPE, (_request, payload, done) => done(null, payload))
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers({ 'tus-resumable': VERSION, 'tus-version': VERSION, 'cache-control': 'no-store' })
      done()
    })
    // Behind the checks of origin and role, and before the body is read.
    scope.addHook('preParsing', async (request) => {
      if (request.headers['tus-resumable'] !== VERSION) throw new Problem('subida.protocol')
    })

    serveRaw(scope, deps, contract.createSubida, {
      handler: async (request, reply) => {
        const row = await subidas.create(request.actor, numberOf(request, 'upload-length'))
        return reply
          .code(201)
          .headers({
            location: `${contract.createSubida.path}/${row.id}`,
            'upload-expires': expiryOf(row).toUTCString(),
          })
          .send()
      },
    })
    serveRaw<ById>(scope, deps, contract.readSubida, {
      handler: async (request, reply) => {
        const recibido = await subidas.offset(request.actor, request.params.id)
        const { subida } = recibido
        return reply
          .headers({
            ...uploadHeaders(recibido),
            'upload-length': subida.bytes,
            'upload-expires': expiryOf(subida).toUTCString(),
          })
          .send()
      },
    })
    serveRaw<ById>(scope, deps, contract.appendSubida, {
      bodyLimit: contract.MUSICA_MAX_BYTES + 1024,
      handler: async (request, reply) => {
        const { actor, body, params } = request
        if (!(body instanceof Readable)) throw new Problem('subida.protocol')
        const recibido = await subidas.append(actor, params.id, numberOf(request, 'upload-offset'), body)
        return reply.code(204).headers(uploadHeaders(recibido)).send()
      },
    })
    serveRaw<ById>(scope, deps, contract.deleteSubida, {
      handler: async (request, reply) => {
        await subidas.remove(request.actor, request.params.id)
        return reply.code(204).send()
      },
    })
  })
}

/** The headers that tell the client how far an upload is. */
function uploadHeaders({ bytes, subida: { estado, duracion } }: Recibido): Record<string, number> {
  return {
    'upload-offset': bytes,
    ...(duracion !== null && { [contract.DURACION_HEADER]: Math.round(duracion) }),
    ...(estado === 'cortada' && { [contract.CORTADA_HEADER]: 1 }),
  }
}

function numberOf(request: FastifyRequest, name: 'upload-length' | 'upload-offset'): number {
  const value = request.headers[name]
  if (typeof value !== 'string' || !/^\d{1,12}$/.test(value)) throw new Problem('subida.protocol')
  return Number(value)
}
