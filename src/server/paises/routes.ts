import type { FastifyInstance } from 'fastify'
import { readPaises } from '#contract/paises.ts'
import type { Deps } from '../deps.ts'
import { serveQuery } from '../http/route.ts'

export function paisesRoutes(app: FastifyInstance, deps: Deps): void {
  serveQuery(app, deps, readPaises, ({ paises }) => paises.read())
}
