import type * as contract from '#contract/calificaciones.ts'
import type { Input, Output } from '#contract/define.ts'
import type { Dia } from '#domain/dia.ts'
import { needsDecision } from '#domain/jurado.ts'
import { Problem, PROBLEMS } from '#domain/problem.ts'
import type { CierreTable } from '../db/schema-jueces.ts'
import { list } from '../jueces/store.ts'
import type { Work } from '../work.ts'
import { readJuzgados } from './juzgados.ts'
import { autorOf, checkPrincipal } from './principal.ts'

/** Closes a category: its result is final. */
export async function closeCategoria(
  work: Work,
  { id, decision: asked }: Input<typeof contract.closeCategoria>,
): Promise<Output<typeof contract.closeCategoria>> {
  const { categoria, cierre } = await mustFind(work, id)
  if (cierre) throw new Problem('categoria.alreadyClosed')
  const decision = asked || null
  const isOpen = needsDecision(await list(work.tx, 'all'), categoria, await readJuzgados(work.tx, id))
  if (isOpen && decision === null) {
    throw new Problem('cierre.undecided', { decision: PROBLEMS['cierre.undecided'] })
  }
  const row = { categoriaId: id, autor: autorOf(work), fecha: work.now().toISOString(), decision }
  await work.tx.insertInto('cierre').values(row).execute()
  work.changed({ kind: 'cierre', dia: categoria.dia, categoriaId: id, before: ABIERTA, after: recordedOf(row) })
  return {}
}

export async function reopenCategoria(
  work: Work,
  { id }: Input<typeof contract.reopenCategoria>,
): Promise<Output<typeof contract.reopenCategoria>> {
  const { categoria, cierre } = await mustFind(work, id)
  if (!cierre) throw new Problem('categoria.open')
  await work.tx.deleteFrom('cierre').where('categoriaId', '=', id).execute()
  work.changed({ kind: 'cierre', dia: categoria.dia, categoriaId: id, before: recordedOf(cierre), after: ABIERTA })
  return {}
}

const ABIERTA = { cerrada: false }

function recordedOf({ autor, fecha, decision }: CierreTable): object {
  return { cerrada: true, autor, fecha, decision }
}

interface Found {
  readonly categoria: { readonly id: string; readonly dia: Dia | null }
  readonly cierre: CierreTable | undefined
}

/** Returns a category. Throws `session.forbidden` for judges who are no head judge, and `categoria.missing`. */
async function mustFind(work: Work, id: string): Promise<Found> {
  await checkPrincipal(work)
  const categoria = await work.tx.selectFrom('categorias').select(['id', 'dia']).where('id', '=', id).executeTakeFirst()
  if (!categoria) throw new Problem('categoria.missing')
  const cierre = await work.tx.selectFrom('cierre').selectAll().where('categoriaId', '=', id).executeTakeFirst()
  return { categoria, cierre }
}
