import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/jueces.ts'
import * as presencia from '#contract/presencia.ts'
import { isStorable } from '#domain/texto.ts'
import type { Deps } from '../deps.ts'
import { serveAll, serveRaw } from '../http/route.ts'
import * as commands from './commands.ts'
import { readPresencias, savePresencia } from './presencia.ts'

export function juecesRoutes(app: FastifyInstance, deps: Deps): void {
  serveAll(app, deps, contract, commands)
  serveAll(app, deps, presencia, { readPresencias })
  serveRaw<{ Querystring: { readonly competidorId?: string | string[]; readonly cerrada?: string } }>(
    app,
    deps,
    presencia.reportPresencia,
    {
      handler: async ({ actor, query }, reply) => {
        // A parameter may stand in the address several times.
        const [competidorId, cerrada] = [String(query.competidorId ?? ''), String(query.cerrada)]
        if (actor.role === 'visitante' || competidorId.length > 128 || !isStorable(competidorId))
          return reply.code(400).send()
        await savePresencia(deps, {
          juezId: actor.id,
          competidorId: competidorId || null,
          visto: deps.now(),
          cerrada: cerrada === '1',
        })
        return reply.code(204).send()
      },
    },
  )
}
