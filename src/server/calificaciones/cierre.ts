import type * as contract from '#contract/calificaciones.ts'
import { needsDecision } from '#domain/jurado.ts'
import { Problem, PROBLEMS } from '#domain/problem.ts'
import type { CierreTable } from '../db/schema.ts'
import { list } from '../jueces/store.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { autorOf, checkPrincipal } from './principal.ts'
import { loadHojas, type Hoja } from './store.ts'

/** Closes a category: its result is final. */
export const closeCategoria: Run<typeof contract.closeCategoria> = async (work, { id, decision: asked }) => {
  const { categoria, cierre, competidores } = await mustFind(work, id)
  if (cierre) throw new Problem('categoria.alreadyClosed')
  const decision = asked || null
  const isOpen = needsDecision(await list(work.tx, 'all'), categoria, competidores)
  if (isOpen && decision === null) {
    throw new Problem('cierre.undecided', { decision: PROBLEMS['cierre.undecided'] })
  }
  const row = { categoriaId: id, autor: autorOf(work), fecha: new Date(work.now()).toISOString(), decision }
  await work.tx.insertInto('cierre').values(row).execute()
  work.changed({ kind: 'cierre', dia: categoria.dia, categoriaId: id, before: ABIERTA, after: cierreRecordOf(row) })
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
