import type * as contract from '#contract/calificaciones.ts'
import { nombreOf } from '#domain/competidor.ts'
import { isOfEmpate } from '#domain/empate.ts'
import { headJudgeOf } from '#domain/jurado.ts'
import { maySeeLugares } from '#domain/reserva.ts'
import { isCalificada } from '#domain/resultados.ts'
import { Pregunta, Problem } from '#domain/problem.ts'
import type { Tx } from '../db/database.ts'
import type { Run } from '../http/route.ts'
import { mustFindHoja } from './cierre.ts'
import { autorOf } from './entrada.ts'

// The order by hand of entries that are tied. The rules stand in `domain/empate.ts`, the declarations in `contract/calificaciones.ts`.

/**
 * Orders by hand the entries of a tie that the method and the tie-break list leave. A new mark in the category deletes the order.
 * A head judge that owes marks of the category may not see its places: `empate.hidden`.
 */
export const orderEmpate: Run<typeof contract.orderEmpate> = async (work, { id, ids, motivo }) => {
  const hoja = await mustFindHoja(work, id)
  if (hoja.cierre) throw new Problem('categoria.closed')
  if (!isCalificada(hoja.resultado.puestos)) throw new Problem('categoria.unmarked')
  const own = headJudgeOf(hoja.jueces, work.actor)
  if (own && !maySeeLugares(own, hoja.categoria, hoja.competidores)) throw new Problem('empate.hidden')
  const before = hoja.resultado.empates.find((empate) => isOfEmpate(ids, empate.ids))
  if (!before) throw new Problem('empate.changed')
  for (const former of hoja.regla.empates.filter((empate) => isOfEmpate(ids, empate.ids))) {
    const rows = work.tx.deleteFrom('empate').where('categoriaId', '=', id)
    await rows.where('ids', '=', JSON.stringify(former.ids)).execute()
  }
  const fecha = new Date(work.now()).toISOString()
  const row = { categoriaId: id, ids: JSON.stringify(ids), autor: autorOf(work), motivo, fecha }
  await work.tx.insertInto('empate').values(row).execute()
  const nombres = new Map(hoja.competidores.map((entry) => [entry.id, nombreOf(entry)]))
  const recordOf = (list: readonly string[]) => ({ empate: list.map((one) => nombres.get(one)) })
  work.changed({
    kind: 'empate',
    dia: hoja.categoria.dia,
    categoriaId: id,
    before: recordOf(before.ids),
    after: { ...recordOf(ids), motivo },
  })
}

const ENDS_EMPATES = 'Se pierde el orden que se dio a mano a un empate de la categoría.'

/**
 * Deletes the orders by hand of ties of a category: its totals have changed. Throws `Pregunta` until `acepta`, the answers of
 * the organiser, accepts that.
 */
export async function endEmpates(tx: Tx, categoriaId: string, acepta?: readonly string[]): Promise<void> {
  const rows = await tx.deleteFrom('empate').where('categoriaId', '=', categoriaId).returning('ids').execute()
  if (rows.length > 0 && acepta?.includes(ENDS_EMPATES) === false) throw new Pregunta(ENDS_EMPATES, 'Continuar')
}
