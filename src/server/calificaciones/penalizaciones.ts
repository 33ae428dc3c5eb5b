import type * as contract from '#contract/calificaciones.ts'
import type { Input, Output } from '#contract/define.ts'
import { readPenalizado } from '#domain/penalizacion.ts'
import { Problem } from '#domain/problem.ts'
import type { Work } from '../work.ts'
import { mustFindAbierta, placeOf } from './entrada.ts'
import { autorOf } from './principal.ts'

/** Takes points from the total of an entry. */
export async function addPenalizacion(
  work: Work,
  { id: competidorId, puntos: texto, motivo }: Input<typeof contract.addPenalizacion>,
): Promise<Output<typeof contract.addPenalizacion>> {
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
  work.changed({ kind: 'penalizacion', ...placeOf(competidorId, entrada), after: penalizacion })
  return { id: penalizacion.id }
}

export async function removePenalizacion(
  work: Work,
  { id }: Input<typeof contract.removePenalizacion>,
): Promise<Output<typeof contract.removePenalizacion>> {
  const row = await work.tx.deleteFrom('penalizacion').where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw new Problem('penalizacion.missing')
  const { competidorId, ...penalizacion } = row
  const entrada = await mustFindAbierta(work, competidorId)
  work.changed({ kind: 'penalizacion', ...placeOf(competidorId, entrada), before: penalizacion })
  return {}
}
