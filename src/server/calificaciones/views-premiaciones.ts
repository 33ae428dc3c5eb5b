import { premiaciones, type PremiacionesPart } from '#contract/views/premiaciones.ts'
import { isCompleta } from '#domain/categoria.ts'
import { idsOf, includesKey, project, type Projection } from '../live/project.ts'
import { readEmbargo } from './store.ts'

/** The embargo and the categories of the event, for the administrator who announces them. */
export const premiacionesView: Projection = project(premiaciones, {
  touched: { embargo: ['embargo'], 'c:': ['categoria', 'competidor', 'anuncio'] },
  load: async (tx, _params, keys) => {
    const { retener, anunciadas } = await readEmbargo(tx)
    const parts = new Map<string, PremiacionesPart>()
    if (includesKey(keys, 'embargo')) parts.set('embargo', { tipo: 'embargo', retener })
    const ids = idsOf(keys, 'c:')
    if (ids !== 'all' && ids.length === 0) return parts
    const rows = tx
      .selectFrom('categorias as c')
      .leftJoin('competidores as e', 'e.categoriaId', 'c.id')
      .select(['c.id', 'c.nombre', 'c.dia', 'c.orden', (eb) => eb.fn.max('e.id').as('entrada')])
      .groupBy(['c.id', 'c.nombre', 'c.dia', 'c.orden'])
    for (const row of await (ids === 'all' ? rows : rows.where('c.id', 'in', ids)).execute()) {
      if (!isCompleta(row)) continue
      const { id, nombre, dia, orden, entrada } = row
      const anunciada = anunciadas.includes(id)
      parts.set(`c:${id}`, { tipo: 'categoria', id, nombre, dia, orden, anunciada, hasEntries: entrada !== null })
    }
    return parts
  },
  present: (part) => part,
})
