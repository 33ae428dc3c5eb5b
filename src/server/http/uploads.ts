import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawEndpoint } from '#contract/define.ts'
import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { serveRaw } from './route.ts'

/** Limit of concurrent uploads per endpoint; each is held in memory. One network gets at most half. */
const MOST_AT_ONCE = 24
/**
 * When the limit is reached, the oldest incomplete upload is cut if it is older than this, so that stalled clients cannot
 * block the others.
 */
const CUT_AFTER_MS = 15_000

interface Upload<T> {
  /** Runs before the body is read. Throws to refuse the upload. */
  readonly before?: (request: FastifyRequest) => Promise<void>
  readonly take: (request: FastifyRequest, image: ReceivedImage) => Promise<T>
}

/** The uploaded file: its name as the client gave it, and its bytes. */
export interface ReceivedImage {
  readonly nombre: string
  readonly bytes: Buffer
}

/**
 * Serves the upload of an image: the body is the file, and the query parameter `nombre` is its name. Role and limits are
 * checked before the body is read.
 */
export function serveImage<T>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: RawEndpoint & { readonly maxBytes: number },
  { before, take }: Upload<T>,
): void {
  const { maxBytes } = endpoint
  /** When each upload began. */
  const underway = new Map<FastifyRequest, number>()
  // A scope of its own: only this route accepts a body of bytes of this size.
  app.register(async (scope) => {
    scope.addContentTypeParser(/^image\//, { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    )
    serveRaw<{ Querystring: { nombre?: unknown } }>(scope, deps, endpoint, {
      bodyLimit: maxBytes,
      onRequest: async (request, reply) => {
        if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new Problem('imagen.tooLarge')
        deps.budget.check(request.actor)
        reservePlace(underway, request, deps.now())
        if (reply.raw.destroyed) underway.delete(request)
        reply.raw.once('close', () => underway.delete(request))
        await before?.(request)
      },
      errorHandler: (error, _request, _reply) => {
        // The body exceeded the limit without announcing it, or its content type is not an image.
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

/** Takes a place for an upload. Throws `server.busy` while all places are taken, or half of them by this network. */
function reservePlace(underway: Map<FastifyRequest, number>, request: FastifyRequest, now: number): void {
  const ofNetwork = [...underway].filter(([{ network }]) => network === request.network)
  const isNetworkFull = ofNetwork.length >= MOST_AT_ONCE / 2
  if (isNetworkFull || underway.size >= MOST_AT_ONCE) {
    const longest = (isNetworkFull ? ofNetwork : [...underway]).find(([{ raw }]) => !raw.complete)
    if (!longest || now - longest[1] < CUT_AFTER_MS) throw new Problem('server.busy')
    underway.delete(longest[0])
    longest[0].raw.destroy()
  }
  underway.set(request, now)
}
