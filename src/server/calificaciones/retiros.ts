import type * as contract from '#contract/calificaciones.ts'
import { Problem } from '#domain/problem.ts'
import type { Tx } from '../db/database.ts'
import type { RetiroTable } from '../db/schema.ts'
import type { Run } from '../http/route.ts'
import { mustFindAbierta, changeIdsOf } from './entrada.ts'

/** Withdraws an entry. It keeps its place, its number and, until the next press, the turn. */
export const withdrawCompetidor: Run<typeof contract.withdrawCompetidor> = async (work, { id, estado, motivo }) => {
  const entrada = await mustFindAbierta(work, id)
  if (entrada.retiro !== null) throw new Problem('retiro.present')
  const retiro = { estado, motivo: motivo || null }
  await work.tx
    .insertInto('retiro')
    .values({ competidorId: id, ...retiro })
    .execute()
  work.changed({ kind: 'retiro', ...changeIdsOf(id, entrada), after: retiro })
}

/** Ends the withdrawal of an entry. */
export const restoreCompetidor: Run<typeof contract.restoreCompetidor> = async (work, { id }) => {
  const entrada = await mustFindAbierta(work, id)
  const retiro = await takeRetiro(work.tx, id)
  if (!retiro) throw new Problem('retiro.missing')
  work.changed({ kind: 'retiro', ...changeIdsOf(id, entrada), before: retiro })
}

async function takeRetiro(tx: Tx, competidorId: string): Promise<Omit<RetiroTable, 'competidorId'> | undefined> {
  return tx
    .deleteFrom('retiro')
    .where('competidorId', '=', competidorId)
    .returning(['estado', 'motivo'])
    .executeTakeFirst()
}
