import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#domain/problem.ts'
import type { Role } from '#domain/role.ts'
import { networkOf } from './network.ts'
import type { Deps } from '../deps.ts'
import { admit } from './route.ts'
import { checkOrigin } from './session.ts'

/** Bodies that may be on their way at once: each is held in memory until it is whole. One network may send half of them. */
const MOST_AT_ONCE = 24
/** When there is no place left, who has been sending for so long gives way: else a few who send nothing keep out everybody. */
const GIVES_WAY_MS = 15_000

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
  const underway = new Map<FastifyRequest, Sending>()
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
        deps.budget.check(request.actor)
        reservePlace(underway, request, deps.now().getTime())
        if (reply.raw.destroyed) underway.delete(request)
        reply.raw.once('close', () => underway.delete(request))
        await before?.(request)
      },
      errorHandler: (error, _request, _reply) => {
        // A body without a length, or with a false one, that grew beyond the limit; one that says it is no image.
        if (error.statusCode === 413) throw new Problem('imagen.tooLarge')
        throw error.statusCode === 415 ? new Problem('imagen.unreadable') : error
      },
      handler: async (request) => {
        if (!Buffer.isBuffer(request.body)) throw new Problem('imagen.unreadable')
        deps.budget.spend(request.actor, request.body.length)
        const { nombre } = request.query
        return take(request, { nombre: typeof nombre === 'string' ? nombre : '', bytes: request.body })
      },
    })
  })
}

interface Sending {
  readonly since: number
  readonly network: string
}

/** Takes a place for an upload. Throws `server.busy` while all places are taken, or half of them by this network. */
function reservePlace(underway: Map<FastifyRequest, Sending>, request: FastifyRequest, now: number): void {
  const network = networkOf(request.address)
  const ofNetwork = [...underway].filter(([, sending]) => sending.network === network)
  const isNetworkFull = ofNetwork.length >= MOST_AT_ONCE / 2
  if (isNetworkFull || underway.size >= MOST_AT_ONCE) {
    const longest = (isNetworkFull ? ofNetwork : [...underway]).find(([{ raw }]) => !raw.complete)
    if (!longest || now - longest[1].since < GIVES_WAY_MS) throw new Problem('server.busy')
    underway.delete(longest[0])
    longest[0].raw.destroy()
  }
  underway.set(request, { since: now, network })
}
