import type { FastifyInstance } from 'fastify'
import { PUBLICO_MAX_AGE_S, publicKeys, readPublico } from '#contract/publico.ts'
import { VISITANTE } from '#domain/actor.ts'
import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { hstsOf } from '../http/session.ts'
import { encodingFor, isKnown } from '../http/representation.ts'
import { serveRaw } from '../http/route.ts'
import type { Live } from './routes.ts'

/**
 * Serves what a visitor sees, to everyone: neither the cookie nor the token of a request is read. The bytes are those of a
 * visitor's snapshot, made and compressed once. A cache may keep them for `PUBLICO_MAX_AGE_S` and must ask again afterwards.
 */
export function publicoRoutes(app: FastifyInstance, deps: Deps, live: Live): void {
  const common = { ...hstsOf(deps.env), vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' }
  const fresh = Object.entries({
    ...common,
    'cache-control': `public, max-age=${PUBLICO_MAX_AGE_S}, must-revalidate`,
  }).flat()
  // Without a view that fails now, for once.
  const failed = Object.entries({ ...common, 'cache-control': 'no-store' }).flat()
  serveRaw<{ Params: { vista: string }; Querystring: Record<string, string | string[]> }>(app, deps, readPublico, {
    handler: async (request, reply) => {
      // The key of a view, written as one segment, is an address too.
      const [vista = '', search] = request.params.vista.split('?', 2)
      const query = Object.entries(request.query).map(([name, value]) => [name, String(value)] as const)
      const keys = publicKeys(vista, Object.fromEntries([...new URLSearchParams(search), ...query]))
      if (!keys) throw new Problem('route.unknown')
      const opened = await live.hub.topics([...keys].toSorted(), VISITANTE)
      const encoding = encodingFor(request.headers['accept-encoding'])
      const { etag, headers: own, body } = await live.snapshots.get(opened, encoding)
      const headers = opened.failing.length > 0 ? failed : fresh
      reply.hijack()
      if (isKnown(request.headers['if-none-match'], etag))
        return void reply.raw.writeHead(304, [...headers, 'etag', etag]).end()
      reply.raw.writeHead(200, [...headers, ...own]).end(body)
    },
  })
}
