import type * as contract from '#contract/calificaciones.ts'
import type { CategoriaPorCerrar } from '#contract/views/jueces.ts'
import { listAsignados } from '#domain/jurado.ts'
import { listParciales, needsDecision } from '#domain/cierre.ts'
import { TOTAL_PRINCIPAL } from '#domain/elementos.ts'
import { isPremiada } from '#domain/premiacion.ts'
import { isCalificada } from '#domain/resultados.ts'
import { Problem } from '#domain/problem.ts'
import type { Tx } from '../db/database.ts'
import type { CierreTable } from '../db/schema.ts'
import type { Run } from '../http/route.ts'
import { readPremiacion } from '../pantallas/store.ts'
import type { Work } from '../work.ts'
import { autorOf, checkPrincipal } from './entrada.ts'
import { loadHojas, pasaAFieldOf, readReglaDeEvento, type Hoja } from './store.ts'

// A closed category is final. The rules stand in `domain/cierre.ts`, the declarations in `contract/calificaciones.ts`.

/** Throws `categoria.closed` when the category is closed. */
export async function checkAbierta(tx: Tx, categoriaId: string): Promise<void> {
  const closed = tx.selectFrom('cierre').select('categoriaId').where('categoriaId', '=', categoriaId)
  if (await closed.executeTakeFirst()) throw new Problem('categoria.closed')
}

/** A category as a person with the right to close and reopen it sees it. The ties also when they are ordered by hand; none without marks. */
export function porCerrarOf(hoja: Hoja): CategoriaPorCerrar {
  const { categoria, competidores, cierre, resultado, jueces } = hoja
  return {
    cierre: cierre && { autor: cierre.autor, fecha: cierre.fecha, decision: cierre.decision },
    decision: needsDecision(jueces, categoria, competidores),
    parciales: listParciales(jueces, categoria, competidores),
    ...pasaAFieldOf(hoja),
    empates: isCalificada(resultado.puestos) ? resultado.empates : [],
  }
}

/** Closes a category: its result is final. */
export const closeCategoria: Run<typeof contract.closeCategoria> = async (
  work,
  { id, decision: asked, excluidos = [] },
) => {
  const hoja = await mustFindHoja(work, id)
  const { categoria, jueces } = hoja
  const decision = asked || null
  const noCuentan = checkCierre(hoja, { decision, excluidos })
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
  { categoria, cierre, competidores, jueces }: Hoja,
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
  const { categoria, cierre } = await mustFindHoja(work, id)
  if (!cierre) throw new Problem('categoria.open')
  if (isPremiada(await readPremiacion(work.tx), id)) throw new Problem('premiacion.enCurso')
  await work.tx.deleteFrom('cierre').where('categoriaId', '=', id).execute()
  work.changed({ kind: 'cierre', dia: categoria.dia, categoriaId: id, before: cierreRecordOf(cierre), after: ABIERTA })
}

const ABIERTA = { cerrada: false }

/** The fields of a closed category that the change log stores. */
function cierreRecordOf({ autor, fecha, decision }: CierreTable): object {
  return { cerrada: true, autor, fecha, decision }
}

/**
 * Returns a category with its entries. Throws `categoria.missing`, and `session.forbidden` for a judge that is no head
 * judge.
 */
export async function mustFindHoja(work: Work, id: string): Promise<Hoja> {
  await checkPrincipal(work)
  const rows = await work.tx.selectFrom('categorias').selectAll().where('id', '=', id).execute()
  const [hoja] = await loadHojas(work.tx, rows)
  if (!hoja) throw new Problem('categoria.missing')
  return hoja
}
