import { premiaciones, type PremiacionesPart } from '#contract/views/premiaciones.ts'
import { isCompleta } from '#domain/categoria.ts'
import { readCategorias } from '../horario/categorias.ts'
import { project, type Loaders, type Projection } from '../live/project.ts'
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
    premiacion: async () => {
      const premiacion = await readPremiacion(tx)
      if (!premiacion || premiacion.avanzo === null) return null
      const { categoriaId, premios, paso } = premiacion
      return { tipo: 'premiacion', categoriaId, premios, paso, pasos: await withCompetidores(tx, premiacion.pasos) }
    },
    'c:': async (ids) => {
      const { anunciadas } = await readEmbargo(tx)
      const rows = (await readCategorias(tx, ids)).filter(isCompleta)
      return new Map(
        rows.map(({ id, nombre, dia, orden, cerrada, competidores }) => {
          const state = { anunciada: anunciadas.includes(id), isFinal: cerrada, hasEntries: competidores.length > 0 }
          return [id, { tipo: 'categoria', id, nombre, dia, orden, ...state }]
        }),
      )
    },
  }),
  present: (part) => part,
})
