import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#domain/problem.ts'
import type { Role } from '#domain/role.ts'
import type { Deps } from '../deps.ts'
import { admit } from './route.ts'
import { checkOrigin } from './session.ts'

/** Bodies that may be on their way at once: each is held in memory until it is whole. */
const MOST_AT_ONCE = 24

export interface Upload {
  readonly path: string
  readonly roles: readonly Role[]
  readonly maxBytes: number
  /** Before anything is read: who has sent too much is told so here. */
  readonly before?: (request: FastifyRequest) => Promise<void>
}

/**
 * Serves an address that takes an image as the bytes of the body; what it was called comes in the query. Who may send
 * and how much is settled before a byte of it is read.
 */
export function serveImage<T>(
  app: FastifyInstance,
  deps: Deps,
  { path, roles, maxBytes, before }: Upload,
  take: (request: FastifyRequest, image: { readonly nombre: string; readonly bytes: Buffer }) => Promise<T>,
): void {
  let underway = 0
  // In a scope of its own: only here is a body of bytes taken, and so large a one.
  app.register(async (scope) => {
    scope.addContentTypeParser(/^image\//, { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Querystring: { nombre?: unknown } }>(path, {
      bodyLimit: maxBytes,
      onRequest: async (request, reply) => {
        checkOrigin(deps.env, request)
        await admit(deps, { roles }, request)
        if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new Problem('imagen.tooLarge')
        if (underway >= MOST_AT_ONCE) throw new Problem('server.busy')
        underway += 1
        reply.raw.once('close', () => (underway -= 1))
        await before?.(request)
      },
      errorHandler: (error, _request, _reply) => {
        // A body without a length, or with a false one, that grew beyond the limit; one that says it is no image.
        if (error.statusCode === 413) throw new Problem('imagen.tooLarge')
        throw error.statusCode === 415 ? new Problem('imagen.unreadable') : error
      },
      handler: async (request) => {
        if (!Buffer.isBuffer(request.body)) throw new Problem('imagen.unreadable')
        const { nombre } = request.query
        return take(request, { nombre: typeof nombre === 'string' ? nombre : '', bytes: request.body })
      },
    })
  })
}
