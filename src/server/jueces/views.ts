import { jueces, type CategoriasAsignablesPart, type EscalasPart, type JuezPart } from '#contract/views/jueces.ts'
import type { Tx } from '../db/database.ts'
import { includesKey, idsOf, project, type Keys, type Projection } from '../live/project.ts'
import * as store from './store.ts'

type Part = JuezPart | EscalasPart | CategoriasAsignablesPart

/** The judges with their links, for the administrator. */
export const juecesView: Projection = project(jueces, {
  touched: { escalas: ['escala', 'peso', 'desempate'], categorias: ['categoria', 'carga'], 'j:': ['juez'] },
  load: async (tx, _params, keys) => {
    const parts = await loadJueces(tx, keys)
    if (includesKey(keys, 'escalas')) {
      const [escalas, pesos] = [await store.readEscalas(tx), await store.readPesos(tx)]
      parts.set('escalas', { tipo: 'escalas', escalas, pesos, desempate: await store.readDesempate(tx) })
    }
    if (includesKey(keys, 'categorias')) {
      parts.set('categorias', { tipo: 'categorias', categorias: await store.listAsignables(tx) })
    }
    return parts
  },
  present: (part) => part,
})

async function loadJueces(tx: Tx, keys: Keys): Promise<Map<string, Part>> {
  const found = await store.listJueces(tx, idsOf(keys, 'j:'))
  const withToken = await store.listWithToken(tx)
  return new Map(found.map((juez) => [`j:${juez.id}`, { tipo: 'juez', ...juez, tieneToken: withToken.has(juez.id) }]))
}
