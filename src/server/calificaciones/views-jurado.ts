import type { Change, Kind } from '#contract/change.ts'
import {
  jurado,
  panel,
  type CategoriaDeJuradoPart,
  type CompetidorDeJurado,
  type PanelDeCategoria,
} from '#contract/views/jueces.ts'
import { nombreOf } from '#domain/competidor.ts'
import type { Juez } from '#domain/juez.ts'
import { listMissingJueces, needsDecision } from '#domain/jurado.ts'
import { sortPlaced } from '#domain/orden.ts'
import { panelDeCategoria } from '#domain/panel.ts'
import { maySeeLugares, owes } from '#domain/reserva.ts'
import { ALL, idsOf, NONE, project, type Keys, type Projection } from '../live/project.ts'
import { headJudgeOf } from './principal.ts'
import { readJueces } from '../jueces/store.ts'
import { cierreOf, hasCategoria, readHojasOfEvento, type CompetidorDeHoja, type Hoja } from './store.ts'

interface Loaded {
  readonly hoja: Hoja
  readonly jueces: readonly Juez[]
}

const JURADO_KINDS: readonly Kind[] = ['categoria', 'competidor', 'calificacion', 'retiro', 'cierre']

/**
 * For the head judge: the states of the marks of every entry, and the judges who have not sent one. The totals of an entry
 * are null while the head judge still has to mark it.
 */
export const juradoView: Projection = project(jurado, {
  touched: ({ kind, categoriaId }: Change): Keys => {
    if (kind === 'juez') return ALL
    return JURADO_KINDS.includes(kind) && categoriaId !== undefined ? [`c:${categoriaId}`] : NONE
  },
  load: async (tx, _params, keys) => {
    const hojas = await readHojasOfEvento(tx, idsOf(keys, 'c:'))
    const jueces = await readJueces(tx)
    return new Map(hojas.map((hoja): [string, Loaded] => [`c:${hoja.categoria.id}`, { hoja, jueces }]))
  },
  present: ({ hoja, jueces }, audience): CategoriaDeJuradoPart | undefined => {
    const own = headJudgeOf(jueces, audience)
    const { id, dia, nombre, orden } = hoja.categoria
    if (!own || dia === null) return undefined
    return {
      tipo: 'categoria',
      id,
      dia,
      nombre,
      orden,
      cierre: cierreOf(hoja),
      decision: needsDecision(jueces, { id, dia }, hoja.competidores),
      competidores: sortPlaced(hoja.competidores).map((entry) => competidorFor(own, entry, { hoja, jueces })),
    }
  },
})

function competidorFor(own: Juez, entry: CompetidorDeHoja, { hoja, jueces }: Loaded): CompetidorDeJurado {
  const isOwed = owes(own, hoja.categoria, entry)
  return {
    id: entry.id,
    nombre: nombreOf(entry),
    retiro: entry.retiro?.estado ?? null,
    marcas: entry.marcas.map(({ juezId, juez, estado, l_calificacion }) => {
      return { juezId, juez, estado, total: isOwed ? null : (l_calificacion ?? '') }
    }),
    faltan: listMissingJueces(jueces, hoja.categoria, entry).map(({ nombre }) => nombre),
  }
}

const PANEL_KINDS: readonly Kind[] = ['categoria', 'competidor', 'calificacion', 'penalizacion', 'retiro']

/** The figures of each judge of a category, for the administrator and the head judge. */
export const panelView: Projection = project(panel, {
  touched: ({ kind, categoriaId }, params) => {
    const isTouched = kind === 'juez' || (PANEL_KINDS.includes(kind) && categoriaId === params.categoriaId)
    return isTouched ? ['panel'] : NONE
  },
  load: async (tx, { categoriaId }) => {
    const [hoja] = await readHojasOfEvento(tx, [categoriaId])
    return hoja ? new Map([['panel', { hoja, jueces: await readJueces(tx) }]]) : new Map<string, Loaded>()
  },
  present: ({ hoja, jueces }, audience): PanelDeCategoria | undefined => {
    const own = headJudgeOf(jueces, audience)
    if (!own && audience.role !== 'admin') return undefined
    const sees = !own || maySeeLugares(own, hoja.categoria, hoja.competidores)
    return { nombre: hoja.categoria.nombre, filas: sees ? panelDeCategoria(hoja.competidores) : null }
  },
  resolve: async (tx, { categoriaId }) => ({ categoriaId: (await hasCategoria(tx, categoriaId)) ? categoriaId : '' }),
  moves: ({ kind, categoriaId }, params) => kind === 'categoria' && categoriaId === params.categoriaId,
})
