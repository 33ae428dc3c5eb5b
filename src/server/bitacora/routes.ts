import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/bitacora.ts'
import type { Deps } from '../deps.ts'
import { asDownload } from '../http/files.ts'
import { parse, serveAll, serveRaw } from '../http/route.ts'
import { exportBitacora, readBitacora } from './queries.ts'

export function bitacoraRoutes(app: FastifyInstance, deps: Deps): void {
  serveAll(app, deps, contract, { readBitacora })
  serveRaw<{ Querystring: unknown }>(app, deps, contract.exportBitacora, {
    handler: async ({ method, query }, reply) => {
      const { buscar = '' } = parse(contract.readBitacora, query)
      const rows = exportBitacora(deps, buscar)
      const stream = Readable.from(method === 'HEAD' ? [] : rows)
      stream.once('error', (error) => deps.log.warn({ err: error }, 'the CSV of the log broke off'))
      return asDownload(reply, 'bitacora.csv', 'text/csv; charset=utf-8').send(stream)
    },
  })
}
