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
import type { Dia } from '#domain/dia.ts'
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
  load: (tx, { dia }, keys) => loadCategoriasOf(tx, dia, keys),
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
  const rows = new Map<string, LoadedMesa>(await withMarks(tx, [...day.values()].filter(isCategoria)))
  for (const [key, row] of day) if (!isCategoria(row)) rows.set(key, row)
  if (asks(keys, 'movimiento')) rows.set('movimiento', { tipo: 'movimiento', ultimo: await lastMovimiento(tx) })
  return rows
}

async function loadCategoriasOf(tx: Tx, dia: Dia, keys: Keys): Promise<Map<string, LoadedAdmin>> {
  return withMarks(tx, await loadCategorias(tx, dia, idsOf(keys, 'c:')))
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
    categorias.map((row) => [
      `c:${row.categoria.id}`,
      { ...row, duraciones, totales: row.competidores.flatMap(({ id }) => totales.get(id) ?? []) },
    ]),
  )
}

function presentMesa(row: LoadedMesa): RelojPart | TurnoPart | MovimientoPart | CategoriaMesaPart {
  return row.tipo === 'categoria' ? presentCategoria(row) : row
}

function presentCategoria(row: LoadedAdmin): CategoriaMesaPart {
  const { id, nombre, orden } = row.categoria
  const show = (entry: CompetidoresTable): CompetidorAdmin => ({
    id: entry.id,
    nombre: nombreOf(entry),
    compania: companiaOf(entry),
    tieneCompania: Boolean(entry.compania),
    tieneMusica: Boolean(entry.musicaPath),
    duracion: row.duraciones.get(entry.musicaPath ?? '') ?? null,
    calificaciones: byJuez(
      row.totales
        .filter((total) => total.competidorId === entry.id)
        .map(({ juez, total }) => ({ juez, total: total ?? '' })),
    ),
  })
  const sinOrden = row.competidores.filter((entry) => entry.orden === null)
  return { tipo: 'categoria', id, nombre, orden, competidores: inOrder(row).map(show), sinOrden: sinOrden.map(show) }
}
