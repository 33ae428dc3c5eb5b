import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/pantallas.ts'
import { isStorable } from '#domain/texto.ts'
import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { sendFile } from '../http/files.ts'
import { serveAll, serveRaw } from '../http/route.ts'
import * as commands from './commands.ts'
import { readReportes, saveReporte } from './reportes.ts'
import { trackOf } from './track.ts'

export function pantallasRoutes(app: FastifyInstance, deps: Deps): void {
  serveAll(app, deps, contract, { ...commands, readReportes })
  serveRaw<{ Querystring: ConEnlace }>(app, deps, contract.reportPantalla, {
    handler: async ({ query }, reply) => {
      await saveReporte(deps, enlaceIn(query))
      return reply.code(204).send()
    },
  })
  serveRaw<{ Querystring: ConEnlace; Params: { readonly id: string } }>(app, deps, contract.readMusicaDelDia, {
    handler: async (request, reply) => {
      const path = await trackOf(deps, enlaceIn(request.query), request.params.id)
      return sendFile(request, reply, deps.files, { path, cache: 'private, no-store' })
    },
  })
}

interface ConEnlace {
  readonly enlace?: string | string[]
}

function enlaceIn({ enlace: given }: ConEnlace): string {
  // A parameter may stand in the address several times.
  const enlace = String(given ?? '')
  if (!isStorable(enlace)) throw new Problem('pantalla.enlaceInvalid')
  return enlace
}
