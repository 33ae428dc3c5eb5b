import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/calificaciones.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/route.ts'
import {
  closeCategoria,
  reopenCategoria,
  addPenalizacion,
  removePenalizacion,
  restoreCompetidor,
  withdrawCompetidor,
} from './jurado.ts'
import { sendCalificacion, reopenCalificacion } from './marcas.ts'
import { acceptTardia, discardTardia, handInTardia } from './tardias.ts'

export function calificacionesRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.sendCalificacion, sendCalificacion)
  serve(app, deps, contract.handInTardia, handInTardia)
  serve(app, deps, contract.acceptTardia, acceptTardia)
  serve(app, deps, contract.discardTardia, discardTardia)
  serve(app, deps, contract.reopenCalificacion, reopenCalificacion)
  serve(app, deps, contract.closeCategoria, closeCategoria)
  serve(app, deps, contract.reopenCategoria, reopenCategoria)
  serve(app, deps, contract.withdrawCompetidor, withdrawCompetidor)
  serve(app, deps, contract.restoreCompetidor, restoreCompetidor)
  serve(app, deps, contract.addPenalizacion, addPenalizacion)
  serve(app, deps, contract.removePenalizacion, removePenalizacion)
}
