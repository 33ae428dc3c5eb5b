import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/jueces.ts'
import * as presencia from '#contract/presencia.ts'
import { isStorable } from '#domain/texto.ts'
import { upsert } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { serveAll, serveRaw } from '../http/route.ts'
import * as commands from './commands.ts'

export function juecesRoutes(app: FastifyInstance, deps: Deps): void {
  serveAll(app, deps, contract, commands)
  serveAll(app, deps, presencia, {
    readPresencias: async () => {
      const rows = await deps.db.read((tx) => tx.selectFrom('presencia').selectAll().execute())
      const presencias = rows.map((row) => ({ ...row, cerrada: row.cerrada === 1 }))
      return { ahora: deps.now(), presencias }
    },
  })

  // No command: it changes nothing that a view shows, and many a page tells it every few seconds.
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
        const told = { juezId: actor.id, competidorId: competidorId || null, visto: deps.now() }
        const row = { ...told, cerrada: cerrada === '1' ? 1 : 0 } as const
        await deps.db.write((tx) => upsert(tx, 'presencia', ['juezId'], row))
        return reply.code(204).send()
      },
    },
  )
}
