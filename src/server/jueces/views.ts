import { jueces, type CategoriasAsignablesPart, type EscalasPart, type JuezPart } from '#contract/views/jueces.ts'
import { project, type Loaders, type Projection } from '../live/project.ts'
import * as store from './store.ts'

/** The judges with their links, for the administrator. */
export const juecesView: Projection = project(jueces, {
  touched: { escalas: ['escala', 'peso', 'desempate'], categorias: ['categoria', 'carga'], 'j:': ['juez'] },
  load: (tx): Loaders<JuezPart | EscalasPart | CategoriasAsignablesPart> => ({
    escalas: async () => {
      const [escalas, pesos] = [await store.readEscalas(tx), await store.readPesos(tx)]
      return { tipo: 'escalas', escalas, pesos, desempate: await store.readDesempate(tx) }
    },
    categorias: async () => ({ tipo: 'categorias', categorias: await store.listAsignables(tx) }),
    'j:': async (ids) => {
      const found = await store.listJueces(tx, ids)
      const tokens = await tx.selectFrom('sesion').select('personaId').where('esToken', '=', 1).execute()
      const withToken = new Set(tokens.map(({ personaId }) => personaId))
      return new Map(found.map((juez) => [juez.id, { tipo: 'juez', ...juez, tieneToken: withToken.has(juez.id) }]))
    },
  }),
  present: (part) => part,
})
