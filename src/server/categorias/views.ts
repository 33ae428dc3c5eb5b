import { categorias, type CategoriaPart, type VivoPart } from '#contract/categorias.ts'
import { diaActivo } from '#domain/ajustes.ts'
import { isTipoCriterios, tipoOf } from '#domain/criterios.ts'
import { METODO_DEFAULT } from '#domain/metodo.ts'
import type { Tx } from '../db/database.ts'
import { readRetenidas } from '../calificaciones/store.ts'
import { readZona } from '../evento/store.ts'
import { readAjustes, readReglas } from '../horario/store.ts'
import { includesKey, idsOf, project, type Keys, type Projection } from '../live/project.ts'
import { readCategorias } from './store.ts'

/** The server's side of the view `categorias`: every category, for the page on which the administrator manages them. */
export function categoriasView(zona: string): Projection {
  return project(categorias, {
    touched: {
      todas: ['embargo'],
      vivo: ['dia', 'evento', 'inscripciones'],
      'c:': ['categoria', 'competidor', 'cierre', 'anuncio'],
    },
    load: (tx, _params, keys) => load(tx, keys, zona),
    present: (part) => part,
  })
}

async function load(tx: Tx, keys: Keys, zona: string): Promise<Map<string, VivoPart | CategoriaPart>> {
  const parts = new Map<string, VivoPart | CategoriaPart>()
  if (includesKey(keys, 'vivo')) {
    const zonaHoraria = await readZona(tx, zona)
    const { maximo } = await readReglas(tx)
    parts.set('vivo', { tipo: 'vivo', dia: diaActivo(await readAjustes(tx)), zonaHoraria, maximo })
  }
  const retenidas = await readRetenidas(tx)
  for (const row of await readCategorias(tx, idsOf(keys, 'c:'))) {
    const { criterios, metodo, origen: _origen, anteriores: _anteriores, competidores, ...categoria } = row
    parts.set(`c:${categoria.id}`, {
      tipo: 'categoria',
      ...categoria,
      metodo: metodo ?? METODO_DEFAULT,
      inscritos: competidores.length,
      criterios: isTipoCriterios(criterios) ? criterios : null,
      tipoCriterios: tipoOf(categoria.nombre ?? '', criterios),
      ...(retenidas.has(categoria.id) && { retenida: true }),
    })
  }
  return parts
}
