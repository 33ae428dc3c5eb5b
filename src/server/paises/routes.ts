import type { FastifyInstance } from 'fastify'
import { readPaises } from '#contract/paises.ts'
import type { Deps } from '../deps.ts'
import { serveQuery } from '../http/route.ts'
import type { Paises } from './paises.ts'

export function paisesRoutes(app: FastifyInstance, deps: Deps, paises: Paises): void {
  serveQuery(app, deps, readPaises, () => paises.read())
}
