import type { Change } from '#contract/change.ts'
import {
  mesa,
  mesaDeDia,
  type CategoriaMesaPart,
  type CompetidorAdmin,
  type MovimientoPart,
} from '#contract/competidores.ts'
import type { RelojPart, TurnoPart } from '#contract/views/horario.ts'
import { companiaOf, nombreOf } from '#domain/competidor.ts'
import { byJuez } from '#domain/resultados.ts'
import type { Tx } from '../db/database.ts'
import type { CompetidoresTable } from '../db/schema.ts'
import {
  inOrder,
  loadCategorias,
  loadDia,
  touchedOfDia,
  type LoadedCategoria,
  type LoadedPart,
} from '../horario/parts.ts'
import { lastMovimiento } from '../horario/store.ts'
import { asks, idsOf, isOfDia, NONE, project, union, type Keys, type Projection } from '../live/project.ts'
import { readDuraciones } from '../musica/store.ts'
import { readTotales } from './store.ts'

type Totales = readonly { readonly competidorId: string; readonly juez: string; readonly total: string | null }[]
type Duraciones = ReadonlyMap<string, number | null>
type LoadedAdmin = LoadedCategoria & { readonly totales: Totales; readonly duraciones: Duraciones }
type LoadedMesa = RelojPart | TurnoPart | MovimientoPart | LoadedAdmin

/** The organiser's desk: the active day with lengths and marks. */
export function mesaView(zona: string): Projection {
  return project(mesa, {
    touched: touchedOfMesa,
    load: (tx, _params, keys) => loadMesa(tx, keys, zona),
    present: presentMesa,
  })
}

/** The entries of any day with lengths and marks. */
export const mesaDeDiaView: Projection = project(mesaDeDia, {
  touched: (change, { dia }) => (isOfDia(change, dia) ? touchedOfCategorias(change) : NONE),
  load: async (tx, { dia }, keys) => withMarks(tx, await loadCategorias(tx, dia, idsOf(keys, 'c:'))),
  present: presentCategoria,
})

function touchedOfCategorias({ kind, categoriaId }: Change): Keys {
  return LIST_KINDS.includes(kind) && categoriaId !== undefined ? [`c:${categoriaId}`] : NONE
}

const LIST_KINDS: readonly Change['kind'][] = ['calificacion', 'categoria', 'competidor']

function touchedOfMesa(change: Change): Keys {
  const day = union(touchedOfDia(change), touchedOfCategorias(change))
  return change.kind === 'turno' ? union(day, ['movimiento']) : day
}

async function loadMesa(tx: Tx, keys: Keys, zona: string): Promise<Map<string, LoadedMesa>> {
  const day = await loadDia(tx, keys, zona)
  const categorias = [...day.values()].filter(isCategoria)
  // A press of the desk touches no category.
  const parts = new Map<string, LoadedMesa>(categorias.length > 0 ? await withMarks(tx, categorias) : [])
  for (const [key, part] of day) if (!isCategoria(part)) parts.set(key, part)
  if (asks(keys, 'movimiento')) parts.set('movimiento', { tipo: 'movimiento', ultimo: await lastMovimiento(tx) })
  return parts
}

const isCategoria = (part: LoadedPart): part is LoadedCategoria => part.tipo === 'categoria'

async function withMarks(tx: Tx, categorias: readonly LoadedCategoria[]): Promise<Map<string, LoadedAdmin>> {
  const entries = categorias.flatMap(({ competidores }) => competidores)
  const marks = await readTotales(
    tx,
    entries.map(({ id }) => id),
  )
  const totales = Map.groupBy(marks, (row) => row.competidorId)
  const duraciones = await readDuraciones(tx, entries)
  return new Map(
    categorias.map((part) => [
      `c:${part.categoria.id}`,
      { ...part, duraciones, totales: part.competidores.flatMap(({ id }) => totales.get(id) ?? []) },
    ]),
  )
}

function presentMesa(part: LoadedMesa): RelojPart | TurnoPart | MovimientoPart | CategoriaMesaPart {
  return part.tipo === 'categoria' ? presentCategoria(part) : part
}

function presentCategoria(part: LoadedAdmin): CategoriaMesaPart {
  const { id, nombre, orden } = part.categoria
  const show = (entry: CompetidoresTable): CompetidorAdmin => ({
    id: entry.id,
    nombre: nombreOf(entry),
    compania: companiaOf(entry),
    tieneCompania: Boolean(entry.compania),
    tieneMusica: Boolean(entry.musicaPath),
    duracion: part.duraciones.get(entry.musicaPath ?? '') ?? null,
    calificaciones: byJuez(
      part.totales
        .filter((total) => total.competidorId === entry.id)
        .map(({ juez, total }) => ({ juez, total: total ?? '' })),
    ),
  })
  const sinOrden = part.competidores.filter((entry) => entry.orden === null)
  return { tipo: 'categoria', id, nombre, orden, competidores: inOrder(part).map(show), sinOrden: sinOrden.map(show) }
}
