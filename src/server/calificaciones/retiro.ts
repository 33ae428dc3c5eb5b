import type * as contract from '#contract/calificaciones.ts'
import { Problem } from '#domain/problem.ts'
import { forgetAusentes, putLlamada, readTurno } from '../horario/store.ts'
import type { Run } from '../http/route.ts'
import { changeIdsOf, mustFindAbierta } from './entrada.ts'

// Entries that do not compete. The rules stand in `domain/retiro.ts`, the declarations in `contract/calificaciones.ts`.

/** Withdraws an entry. It keeps its place, its number and, until the next press, the turn. See also `forgetAusentes`. */
export const withdrawCompetidor: Run<typeof contract.withdrawCompetidor> = async (work, { id, estado, motivo }) => {
  const entrada = await mustFindAbierta(work, id)
  if (entrada.retiro !== null) throw new Problem('retiro.present')
  const retiro = { estado, motivo: motivo || null }
  const row = { competidorId: id, ...retiro }
  await work.tx.insertInto('retiro').values(row).execute()
  await forgetAusentes(work.tx)
  work.changed({ kind: 'retiro', ...changeIdsOf(id, entrada), after: retiro })
}

/** Ends the withdrawal of an entry. One that still has the turn has had it. */
export const restoreCompetidor: Run<typeof contract.restoreCompetidor> = async (work, { id }) => {
  const entrada = await mustFindAbierta(work, id)
  const retiro = await work.tx
    .deleteFrom('retiro')
    .where('competidorId', '=', id)
    .returning(['estado', 'motivo'])
    .executeTakeFirst()
  if (!retiro) throw new Problem('retiro.missing')
  const { dia } = entrada.categoria
  if (dia !== null && (await readTurno(work.tx, dia)).competidorId === id) {
    await putLlamada(work.tx, { competidorId: id, revision: work.revision, espera: 0 })
  }
  work.changed({ kind: 'retiro', ...changeIdsOf(id, entrada), before: retiro })
}
