import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/competidores.ts'
import { isDia, type Dia } from '#domain/dia.ts'
import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { asDownload } from '../http/files.ts'
import { serveAll, serveRaw } from '../http/route.ts'
import * as commands from './commands.ts'
import { csvOfDia, musicaOfDia } from './exports.ts'

export function competidoresRoutes(app: FastifyInstance, deps: Deps): void {
  serveAll(app, deps, contract, commands)

  serveRaw<ByDia>(app, deps, contract.exportCompetidores, {
    handler: async ({ params }, reply) => {
      const dia = diaOf(params)
      return asDownload(reply, `competidores_${dia}.csv`, 'text/csv; charset=utf-8').send(await csvOfDia(deps, dia))
    },
  })
  serveRaw<ByDia>(app, deps, contract.exportMusica, {
    handler: async ({ method, params }, reply) => {
      const dia = diaOf(params)
      const { length, read } = await musicaOfDia(deps, dia)
      asDownload(reply, `musica_${dia}.zip`, 'application/zip').header('content-length', length)
      // With an empty stream, Fastify keeps the length that was set.
      if (method === 'HEAD') return reply.send(Readable.from([]))
      const stream = read()
      stream.once('error', (error) => deps.log.warn({ err: error, dia }, 'the music of a day broke off on its way out'))
      return reply.send(stream)
    },
  })
}

interface ByDia {
  Params: { dia: string }
}

function diaOf({ dia }: ByDia['Params']): Dia {
  if (!isDia(dia)) throw new Problem('route.unknown')
  return dia
}
