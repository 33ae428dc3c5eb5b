import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/horario.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/route.ts'
import * as commands from './commands.ts'

export function horarioRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.stepTurno, commands.stepTurno)
  serve(app, deps, contract.selectTurno, commands.selectTurno)
  serve(app, deps, contract.saveTurno, commands.saveTurno)
  serve(app, deps, contract.undoTurno, commands.undoTurno)
  serve(app, deps, contract.selectDia, commands.selectDia)
  serve(app, deps, contract.saveHora, commands.saveHora)
  serve(app, deps, contract.setReloj, commands.setReloj)
  serve(app, deps, contract.saveMinutos, commands.saveMinutos)
  serve(app, deps, contract.selectRubrica, commands.selectRubrica)
  serve(app, deps, contract.setPublicacion, commands.setPublicacion)
}
