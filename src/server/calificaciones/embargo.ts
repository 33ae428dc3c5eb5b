import type * as contract from '#contract/embargo.ts'
import { isCompleta } from '#domain/categoria.ts'
import { hasMarcas, isRetenida, publicarText } from '#domain/embargo.ts'
import { Pregunta, Problem } from '#domain/problem.ts'
import { upsert, type Tx } from '../db/database.ts'
import type { Run } from '../http/route.ts'
import { forgetPremiacion, readPremiacion } from '../pantallas/store.ts'
import type { Work } from '../work.ts'
import { readEmbargo, loadHojas } from './store.ts'

// The embargo: the results that wait for their announcement. The rule stands in `domain/embargo.ts`; `views.ts` withholds what it covers.

/** Turns the embargo on or off. Off asks first: the results of the retained categories that have a mark become public. */
export const setEmbargo: Run<typeof contract.setEmbargo> = async (work, { retener, acepta = [] }) => {
  const embargo = await readEmbargo(work.tx)
  if (embargo.retener === retener) return
  if (!retener) {
    const categorias = await work.tx.selectFrom('categorias').selectAll().execute()
    const waiting = categorias.filter((one) => isCompleta(one) && isRetenida(embargo, one.id))
    const marcadas = (await loadHojas(work.tx, waiting)).filter(({ competidores }) => hasMarcas(competidores))
    const pregunta = publicarText(marcadas.length)
    if (pregunta !== null && !acepta.includes(pregunta)) throw new Pregunta(pregunta, 'Publicar')
  }
  await upsert(work.tx, 'embargo', ['id'], { id: 1, retener: retener ? 1 : 0 })
  work.changed({ kind: 'embargo', before: { retener: embargo.retener }, after: { retener } })
}

/** Makes the results of a category public without a ceremony. Nothing happens when it was announced. */
export const announceCategoria: Run<typeof contract.announceCategoria> = (work, { id }) => setAnunciada(work, id, true)

/** Ends the announcement of a category: while results are retained, its own are secret again. */
export const retainCategoria: Run<typeof contract.retainCategoria> = (work, { id }) => setAnunciada(work, id, false)

async function setAnunciada(work: Work, id: string, anunciada: boolean): Promise<void> {
  const categoria = await work.tx.selectFrom('categorias').select('dia').where('id', '=', id).executeTakeFirst()
  if (!categoria) throw new Problem('categoria.missing')
  const { anunciadas } = await readEmbargo(work.tx)
  if (anunciadas.includes(id) === anunciada) return
  if (anunciada) await work.tx.insertInto('anunciada').values({ categoriaId: id }).execute()
  else await retain(work.tx, id)
  const before = { anunciada: !anunciada }
  work.changed({ kind: 'anuncio', dia: categoria.dia, categoriaId: id, before, after: { anunciada } })
}

/** Ends the announcement of a category, and takes the podium of its last ceremony off the screens. */
async function retain(tx: Tx, categoriaId: string): Promise<void> {
  await tx.deleteFrom('anunciada').where('categoriaId', '=', categoriaId).execute()
  const last = await readPremiacion(tx)
  if (last?.categoriaId === categoriaId && last.avanzo === null) await forgetPremiacion(tx)
}
