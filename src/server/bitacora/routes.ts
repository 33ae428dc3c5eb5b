import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/bitacora.ts'
import type { Deps } from '../deps.ts'
import { asDownload } from '../http/files.ts'
import { serveQuery, serveRaw } from '../http/route.ts'
import * as queries from './queries.ts'

export function bitacoraRoutes(app: FastifyInstance, deps: Deps): void {
  serveQuery(app, deps, contract.readBitacora, queries.readBitacora)
  serveRaw<{ Querystring: { buscar?: unknown } }>(app, deps, contract.exportBitacora, {
    handler: async ({ method, query }, reply) => {
      const rows = queries.exportBitacora(
        deps,
        (typeof query.buscar === 'string' ? query.buscar : '').slice(0, contract.BUSQUEDA_MAX),
      )
      const stream = Readable.from(method === 'HEAD' ? [] : rows)
      stream.once('error', (error) => deps.log.warn({ err: error }, 'the CSV of the log broke off'))
      return asDownload(reply, 'bitacora.csv', 'text/csv; charset=utf-8').send(stream)
    },
  })
}
