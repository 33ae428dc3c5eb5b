import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/pantallas.ts'
import { isStorable } from '#domain/texto.ts'
import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { serveAll, serveRaw } from '../http/route.ts'
import * as commands from './commands.ts'
import { readReportes, saveReporte } from './reportes.ts'

export function pantallasRoutes(app: FastifyInstance, deps: Deps): void {
  serveAll(app, deps, contract, { ...commands, readReportes })
  serveRaw<{ Querystring: { readonly enlace?: string | string[] } }>(app, deps, contract.reportPantalla, {
    handler: async ({ query }, reply) => {
      // A parameter may stand in the address several times.
      const enlace = String(query.enlace ?? '')
      if (!isStorable(enlace)) throw new Problem('pantalla.enlaceInvalid')
      await saveReporte(deps, enlace)
      return reply.code(204).send()
    },
  })
}
