import type * as contract from '#contract/calificaciones.ts'
import { readPenalizado, type Penalizacion } from '#domain/penalizacion.ts'
import { Problem } from '#domain/problem.ts'
import type { Tx } from '../db/database.ts'
import type { Run } from '../http/route.ts'
import { autorOf, byEntrada, changeIdsOf, mustFindAbierta } from './entrada.ts'

// Points taken from the total of an entry. The rules stand in `domain/penalizacion.ts`, the declarations in `contract/calificaciones.ts`.

/** Takes points from the total of an entry. */
export const addPenalizacion: Run<typeof contract.addPenalizacion> = async (
  work,
  { id: competidorId, puntos: texto, motivo },
) => {
  const leido = readPenalizado(texto)
  if ('fault' in leido) throw new Problem('input.invalid', { puntos: leido.fault })
  const entrada = await mustFindAbierta(work, competidorId)
  const fecha = new Date(work.now()).toISOString()
  const penalizacion = { id: work.newId(), puntos: leido.puntos, motivo, autor: autorOf(work), fecha }
  const row = { competidorId, ...penalizacion }
  await work.tx.insertInto('penalizacion').values(row).execute()
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

/** The penalties of the entries of some categories, oldest first, by entry. */
export async function readPenalizaciones(
  tx: Tx,
  categoriaIds: readonly string[],
): Promise<ReadonlyMap<string, Penalizacion[]>> {
  const rows = await tx
    .selectFrom('penalizacion as p')
    .innerJoin('competidores as e', 'e.id', 'p.competidorId')
    .selectAll('p')
    .where('e.categoriaId', 'in', categoriaIds)
    .orderBy('p.fecha')
    .orderBy('p.id')
    .execute()
  return byEntrada(rows, ({ competidorId: _entry, ...row }) => row)
}
