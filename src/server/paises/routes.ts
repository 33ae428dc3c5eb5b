import type { FastifyInstance } from 'fastify'
import { readPaises } from '#contract/paises.ts'
import type { Deps } from '../deps.ts'
import { serveQuery } from '../http/route.ts'
import { Paises } from './paises.ts'

export function paisesRoutes(app: FastifyInstance, deps: Deps): void {
  const paises = new Paises(deps)
  serveQuery(app, deps, readPaises, () => paises.read())
}
