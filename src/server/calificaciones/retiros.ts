import type * as contract from '#contract/calificaciones.ts'
import type { Input, Output } from '#contract/define.ts'
import { Problem } from '#domain/problem.ts'
import type { Tx } from '../db/database.ts'
import type { RetiroTable } from '../db/schema-jueces.ts'
import type { Work } from '../work.ts'
import { mustFindAbierta, placeOf } from './entrada.ts'

/** Withdraws an entry. It keeps its place, its number and, until the next press, the turn. */
export async function withdrawCompetidor(
  work: Work,
  { id, estado, motivo }: Input<typeof contract.withdrawCompetidor>,
): Promise<Output<typeof contract.withdrawCompetidor>> {
  const entrada = await mustFindAbierta(work, id)
  if (entrada.retiro !== null) throw new Problem('retiro.present')
  const retiro = { estado, motivo: motivo || null }
  await work.tx
    .insertInto('retiro')
    .values({ competidorId: id, ...retiro })
    .execute()
  work.changed({ kind: 'retiro', ...placeOf(id, entrada), after: retiro })
  return {}
}

/** Ends the withdrawal of an entry. */
export async function restoreCompetidor(
  work: Work,
  { id }: Input<typeof contract.restoreCompetidor>,
): Promise<Output<typeof contract.restoreCompetidor>> {
  const entrada = await mustFindAbierta(work, id)
  const retiro = await takeRetiro(work.tx, id)
  if (!retiro) throw new Problem('retiro.missing')
  work.changed({ kind: 'retiro', ...placeOf(id, entrada), before: retiro })
  return {}
}

async function takeRetiro(tx: Tx, competidorId: string): Promise<Omit<RetiroTable, 'competidorId'> | undefined> {
  return tx
    .deleteFrom('retiro')
    .where('competidorId', '=', competidorId)
    .returning(['estado', 'motivo'])
    .executeTakeFirst()
}
