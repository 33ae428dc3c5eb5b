import type * as contract from '#contract/calificaciones.ts'
import { readPenalizado } from '#domain/penalizacion.ts'
import { Problem } from '#domain/problem.ts'
import type { Run } from '../http/route.ts'
import { mustFindAbierta, changeIdsOf } from './entrada.ts'
import { autorOf } from './principal.ts'

/** Takes points from the total of an entry. */
export const addPenalizacion: Run<typeof contract.addPenalizacion> = async (
  work,
  { id: competidorId, puntos: texto, motivo },
) => {
  const leido = readPenalizado(texto)
  if ('fault' in leido) throw new Problem('input.invalid', { puntos: leido.fault })
  const entrada = await mustFindAbierta(work, competidorId)
  const penalizacion = {
    id: work.newId(),
    puntos: leido.puntos,
    motivo,
    autor: autorOf(work),
    fecha: new Date(work.now()).toISOString(),
  }
  await work.tx
    .insertInto('penalizacion')
    .values({ competidorId, ...penalizacion })
    .execute()
  work.changed({ kind: 'penalizacion', ...changeIdsOf(competidorId, entrada), after: penalizacion })
  return { id: penalizacion.id }
}

export const removePenalizacion: Run<typeof contract.removePenalizacion> = async (work, { id }) => {
  const row = await work.tx.deleteFrom('penalizacion').where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw new Problem('penalizacion.missing')
  const { competidorId, ...penalizacion } = row
  const entrada = await mustFindAbierta(work, competidorId)
  work.changed({ kind: 'penalizacion', ...changeIdsOf(competidorId, entrada), before: penalizacion })
}
