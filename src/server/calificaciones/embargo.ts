import type * as contract from '#contract/embargo.ts'
import { premiaciones, type PremiacionesPart } from '#contract/views/premiaciones.ts'
import { isCompleta } from '#domain/categoria.ts'
import { hasMarcas, isRetenida, publicarText } from '#domain/embargo.ts'
import { Pregunta, Problem } from '#domain/problem.ts'
import { upsert } from '../db/database.ts'
import type { Run } from '../http/route.ts'
import { idsOf, includesKey, project, type Projection } from '../live/project.ts'
import { readEmbargo, readHojasOfEvento, loadHojas } from './store.ts'

/**
 * The embargo: the results that wait for the ceremony. Its rule is `domain/embargo.ts`; `views.ts` withholds what it covers.
 *
 * Turns it on or off. Off asks first, because the results of every retained category become public: of those that have a mark.
 */
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

async function setAnunciada(work: Parameters<Run<typeof contract.retainCategoria>>[0], id: string, anunciada: boolean) {
  const categoria = await work.tx.selectFrom('categorias').select('dia').where('id', '=', id).executeTakeFirst()
  if (!categoria) throw new Problem('categoria.missing')
  const { anunciadas } = await readEmbargo(work.tx)
  if (anunciadas.includes(id) === anunciada) return
  if (anunciada) await work.tx.insertInto('anunciada').values({ categoriaId: id }).execute()
  else await work.tx.deleteFrom('anunciada').where('categoriaId', '=', id).execute()
  const before = { anunciada: !anunciada }
  work.changed({ kind: 'anuncio', dia: categoria.dia, categoriaId: id, before, after: { anunciada } })
}

/** The categories that have entries, for the administrator who announces them. */
export const premiacionesView: Projection = project(premiaciones, {
  touched: { embargo: ['embargo'], 'c:': ['categoria', 'competidor', 'anuncio'] },
  load: async (tx, _params, keys) => {
    const { retener, anunciadas } = await readEmbargo(tx)
    const parts = new Map<string, PremiacionesPart>()
    if (includesKey(keys, 'embargo')) parts.set('embargo', { tipo: 'embargo', retener })
    for (const { categoria, competidores } of await readHojasOfEvento(tx, idsOf(keys, 'c:'))) {
      const { id, nombre, dia, orden } = categoria
      if (dia === null || competidores.length === 0) continue
      parts.set(`c:${id}`, { tipo: 'categoria', id, nombre, dia, orden, anunciada: anunciadas.includes(id) })
    }
    return parts
  },
  present: (part) => part,
})
