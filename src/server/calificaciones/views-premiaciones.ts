import { premiaciones, type PremiacionEnCursoPart, type PremiacionesPart } from '#contract/views/premiaciones.ts'
import { isCompleta } from '#domain/categoria.ts'
import type { Tx } from '../db/database.ts'
import { idsOf, includesKey, project, type Projection } from '../live/project.ts'
import { readPremiacion } from '../pantallas/store.ts'
import { withCompetidores } from '../pantallas/podio.ts'
import { readEmbargo } from './store.ts'

/** The embargo, the ceremony in course, and the categories of the event, for the administrator who announces them. */
export const premiacionesView: Projection = project(premiaciones, {
  touched: {
    embargo: ['embargo'],
    premiacion: ['premiacion', 'paso', 'anuncio', 'categoria', 'competidor'],
    'c:': ['categoria', 'competidor', 'cierre', 'anuncio'],
  },
  load: async (tx, _params, keys) => {
    const { retener, anunciadas } = await readEmbargo(tx)
    const parts = new Map<string, PremiacionesPart>()
    if (includesKey(keys, 'embargo')) parts.set('embargo', { tipo: 'embargo', retener })
    const enCurso = includesKey(keys, 'premiacion') && (await loadEnCurso(tx))
    if (enCurso) parts.set('premiacion', enCurso)
    const ids = idsOf(keys, 'c:')
    if (ids !== 'all' && ids.length === 0) return parts
    const rows = tx
      .selectFrom('categorias as c')
      .leftJoin('competidores as e', 'e.categoriaId', 'c.id')
      .leftJoin('cierre as f', 'f.categoriaId', 'c.id')
      .select(['c.id', 'c.nombre', 'c.dia', 'c.orden', 'f.fecha', (eb) => eb.fn.max('e.id').as('entrada')])
      .groupBy(['c.id', 'c.nombre', 'c.dia', 'c.orden', 'f.fecha'])
    for (const row of await (ids === 'all' ? rows : rows.where('c.id', 'in', ids)).execute()) {
      if (!isCompleta(row)) continue
      const { id, nombre, dia, orden, entrada, fecha } = row
      const state = { anunciada: anunciadas.includes(id), isFinal: fecha !== null, hasEntries: entrada !== null }
      parts.set(`c:${id}`, { tipo: 'categoria', id, nombre, dia, orden, ...state })
    }
    return parts
  },
  present: (part) => part,
})

async function loadEnCurso(tx: Tx): Promise<PremiacionEnCursoPart | undefined> {
  const premiacion = await readPremiacion(tx)
  if (!premiacion || premiacion.avanzo === null) return undefined
  const { categoriaId, premios, paso } = premiacion
  return { tipo: 'premiacion', categoriaId, premios, paso, pasos: await withCompetidores(tx, premiacion.pasos) }
}
