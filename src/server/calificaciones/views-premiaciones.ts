import {
  premiaciones,
  type CategoriaPorAnunciar,
  type PremiacionEnCursoPart,
  type PremiacionesPart,
} from '#contract/views/premiaciones.ts'
import { isCompleta } from '#domain/categoria.ts'
import type { Tx } from '../db/database.ts'
import { project, type Ids, type Loaders, type Projection } from '../live/project.ts'
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
  load: (tx): Loaders<PremiacionesPart> => ({
    embargo: async () => ({ tipo: 'embargo', retener: (await readEmbargo(tx)).retener }),
    premiacion: () => loadEnCurso(tx),
    'c:': async (ids) => new Map((await loadCategorias(tx, ids)).map((part) => [part.id, part])),
  }),
  present: (part) => part,
})

async function loadCategorias(tx: Tx, ids: Ids): Promise<CategoriaPorAnunciar[]> {
  const { anunciadas } = await readEmbargo(tx)
  const rows = tx
    .selectFrom('categorias as c')
    .leftJoin('competidores as e', 'e.categoriaId', 'c.id')
    .leftJoin('cierre as f', 'f.categoriaId', 'c.id')
    .select(['c.id', 'c.nombre', 'c.dia', 'c.orden', 'f.fecha', (eb) => eb.fn.max('e.id').as('entrada')])
    .groupBy(['c.id', 'c.nombre', 'c.dia', 'c.orden', 'f.fecha'])
  const found = await (ids === 'all' ? rows : rows.where('c.id', 'in', ids)).execute()
  return found.filter(isCompleta).map(({ id, nombre, dia, orden, entrada, fecha }) => {
    const state = { anunciada: anunciadas.includes(id), isFinal: fecha !== null, hasEntries: entrada !== null }
    return { tipo: 'categoria', id, nombre, dia, orden, ...state }
  })
}

async function loadEnCurso(tx: Tx): Promise<PremiacionEnCursoPart | undefined> {
  const premiacion = await readPremiacion(tx)
  if (!premiacion || premiacion.avanzo === null) return undefined
  const { categoriaId, premios, paso } = premiacion
  return { tipo: 'premiacion', categoriaId, premios, paso, pasos: await withCompetidores(tx, premiacion.pasos) }
}
