import type * as contract from '#contract/calificaciones.ts'
import { nombreOf } from '#domain/competidor.ts'
import { headJudgeOf, type Juez, listAsignados, listParciales, needsDecision } from '#domain/jurado.ts'
import { TOTAL_PRINCIPAL } from '#domain/elementos.ts'
import { maySeeLugares } from '#domain/reserva.ts'
import { isCalificada } from '#domain/resultados.ts'
import { Problem } from '#domain/problem.ts'
import type { CierreTable } from '../db/schema.ts'
import { listJueces } from '../jueces/store.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { loadHojas, readReglaDeEvento, type Hoja } from './store.ts'
import { readPenalizado } from '#domain/escala.ts'
import { forgetAusentes, putLlamada, readTurno } from '../horario/store.ts'
import { mustFindAbierta, changeIdsOf, autorOf, checkPrincipal } from './entrada.ts'

/** Closes a category: its result is final. */
export const closeCategoria: Run<typeof contract.closeCategoria> = async (
  work,
  { id, decision: asked, excluidos = [] },
) => {
  const hoja = await mustFind(work, id)
  const { categoria } = hoja
  const decision = asked || null
  const jueces = await listJueces(work.tx, 'all')
  const noCuentan = checkCierre(hoja, jueces, { decision, excluidos })
  const { pesos, desempate, principales } = (await readReglaDeEvento(work.tx))(categoria)
  const regla = { pesos, desempate, principales: desempate.includes(TOTAL_PRINCIPAL) ? principales : [], excluidos }
  const row = {
    categoriaId: id,
    autor: autorOf(work),
    fecha: new Date(work.now()).toISOString(),
    decision,
    panel: JSON.stringify(listAsignados(jueces, categoria).map((juez) => juez.id)),
    regla: JSON.stringify(regla),
  }
  await work.tx.insertInto('cierre').values(row).execute()
  work.changed({
    kind: 'cierre',
    dia: categoria.dia,
    categoriaId: id,
    before: ABIERTA,
    after: {
      ...cierreRecordOf(row),
      ...(noCuentan.length > 0 && { noCuentan: noCuentan.map(({ nombre }) => nombre) }),
    },
  })
}

/** Returns the judges of `excluidos`. Throws when the category cannot be closed with this decision. */
function checkCierre(
  { categoria, cierre, competidores }: Hoja,
  jueces: readonly Juez[],
  { decision, excluidos }: { readonly decision: string | null; readonly excluidos: readonly string[] },
): readonly { readonly nombre: string }[] {
  if (cierre) throw new Problem('categoria.alreadyClosed')
  if (decision === null && needsDecision(jueces, categoria, competidores))
    throw Problem.at('decision', 'cierre.undecided')
  const noCuentan = listParciales(jueces, categoria, competidores).filter((juez) => excluidos.includes(juez.id))
  if (noCuentan.length < new Set(excluidos).size) throw new Problem('cierre.changed')
  const isMarked = competidores.some(({ marcas }) => marcas.some(({ juezId }) => !excluidos.includes(juezId)))
  if (noCuentan.length > 0 && !isMarked) throw new Problem('cierre.uncounted')
  return noCuentan
}

export const reopenCategoria: Run<typeof contract.reopenCategoria> = async (work, { id }) => {
  const { categoria, cierre } = await mustFind(work, id)
  if (!cierre) throw new Problem('categoria.open')
  await work.tx.deleteFrom('cierre').where('categoriaId', '=', id).execute()
  work.changed({ kind: 'cierre', dia: categoria.dia, categoriaId: id, before: cierreRecordOf(cierre), after: ABIERTA })
}

const ABIERTA = { cerrada: false }

/** The fields of a closed category that the change log stores. */
function cierreRecordOf({ autor, fecha, decision }: CierreTable): object {
  return { cerrada: true, autor, fecha, decision }
}

/**
 * Returns a category with its entries. Throws `categoria.missing`, and `session.forbidden` for a judge who is not a head
 * judge.
 */
async function mustFind(work: Work, id: string): Promise<Hoja> {
  await checkPrincipal(work)
  const rows = await work.tx.selectFrom('categorias').selectAll().where('id', '=', id).execute()
  const [hoja] = await loadHojas(work.tx, rows)
  if (!hoja) throw new Problem('categoria.missing')
  return hoja
}

/**
 * Orders by hand the entries of a tie that the method and the tie-break list leave. A new mark in the category deletes the order.
 * A head judge who owes marks of the category may not see its places, and gets `empate.hidden`.
 */
export const orderEmpate: Run<typeof contract.orderEmpate> = async (work, { id, ids, motivo }) => {
  const hoja = await mustFind(work, id)
  if (hoja.cierre) throw new Problem('categoria.closed')
  if (!isCalificada(hoja.resultado.puestos)) throw new Problem('categoria.unmarked')
  const own = headJudgeOf(await listJueces(work.tx, 'all'), work.actor)
  if (own && !maySeeLugares(own, hoja.categoria, hoja.competidores)) throw new Problem('empate.hidden')
  const before = hoja.resultado.empates.find((empate) => isSameSet(empate.ids, ids))
  if (!before) throw new Problem('empate.changed')
  for (const former of hoja.regla.empates.filter((empate) => isSameSet(empate.ids, ids))) {
    const rows = work.tx.deleteFrom('empate').where('categoriaId', '=', id)
    await rows.where('ids', '=', JSON.stringify(former.ids)).execute()
  }
  const row = { ids: JSON.stringify(ids), autor: autorOf(work), motivo, fecha: new Date(work.now()).toISOString() }
  await work.tx
    .insertInto('empate')
    .values({ categoriaId: id, ...row })
    .execute()
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

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return new Set(b).size === a.length && b.length === a.length && b.every((one) => a.includes(one))
}

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

/**
 * Withdraws an entry. It keeps its place, its number and, until the next press, the turn. See also `forgetAusentes`.
 */
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
