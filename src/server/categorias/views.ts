import { categorias, type CategoriaPart, type VivoPart } from '#contract/categorias.ts'
import { diaActivo } from '#domain/ajustes.ts'
import { isTipoCriterios, tipoOf } from '#domain/criterios.ts'
import { METODO_DEFAULT } from '#domain/metodo.ts'
import { readRetenidas } from '../calificaciones/store.ts'
import { readZona } from '../evento/store.ts'
import { readCategorias, type CategoriaRow } from '../horario/categorias.ts'
import { readAjustes, readReglas } from '../horario/store.ts'
import { project, type Loaders, type Projection } from '../live/project.ts'

/** The server's side of the view `categorias`: every category, for the page on which the administrator manages them. */
export function categoriasView(zona: string): Projection {
  return project(categorias, {
    touched: {
      todas: ['embargo'],
      vivo: ['dia', 'evento', 'inscripciones'],
      'c:': ['categoria', 'competidor', 'cierre', 'anuncio'],
    },
    load: (tx): Loaders<VivoPart | CategoriaPart> => ({
      vivo: async () => {
        const zonaHoraria = await readZona(tx, zona)
        const { maximo } = await readReglas(tx)
        return { tipo: 'vivo', dia: diaActivo(await readAjustes(tx)), zonaHoraria, maximo }
      },
      'c:': async (ids) => {
        const retenidas = await readRetenidas(tx)
        const parts = (await readCategorias(tx, ids)).map((row) => partOf(row, retenidas.has(row.id)))
        return new Map(parts.map((part) => [part.id, part]))
      },
    }),
    present: (part) => part,
  })
}

function partOf(row: CategoriaRow, isRetenida: boolean): CategoriaPart {
  const { criterios, metodo, origen: _origen, anteriores: _anteriores, competidores, ...categoria } = row
  return {
    tipo: 'categoria',
    ...categoria,
    metodo: metodo ?? METODO_DEFAULT,
    inscritos: competidores.length,
    criterios: isTipoCriterios(criterios) ? criterios : null,
    tipoCriterios: tipoOf(categoria.nombre ?? '', criterios),
    ...(isRetenida && { retenida: true }),
  }
}
