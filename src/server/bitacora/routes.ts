import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/bitacora.ts'
import type { Deps } from '../deps.ts'
import { admit, serveQuery } from '../http/route.ts'
import * as queries from './queries.ts'

export function bitacoraRoutes(app: FastifyInstance, deps: Deps): void {
  serveQuery(app, deps, contract.readBitacora, queries.readBitacora)
  app.get<{ Querystring: { buscar?: string } }>(contract.CSV_BITACORA_PATH, {
    onRequest: (request) => admit(deps, { roles: ['admin'] }, request),
    handler: async ({ method, query }, reply) => {
      const rows = queries.csvOfBitacora(deps, query.buscar ?? '')
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'cache-control': 'private, no-store',
          'content-disposition': `attachment; filename="bitacora.csv"; filename*=UTF-8''bitacora.csv`,
        })
        .send(Readable.from(method === 'HEAD' ? [] : rows))
    },
  })
}
