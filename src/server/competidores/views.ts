import type { Change } from '#contract/change.ts'
import { mesa, type CategoriaAdminPart, type CompetidorAdmin, type MovimientoPart } from '#contract/competidores.ts'
import type { RelojPart, TurnoPart } from '#contract/horario.ts'
import { companiaOf, nombreOf } from '#domain/competidor.ts'
import { byJuez } from '#domain/resultados.ts'
import type { Tx } from '../db/database.ts'
import type { CompetidoresTable } from '../db/schema.ts'
import { inOrder, loadDia, touchedOfDia, type CategoriaRow } from '../horario/parts.ts'
import { lastMovimiento } from '../horario/store.ts'
import { asks, project, union, type Keys, type Projection } from '../live/project.ts'
import { readDuraciones, readTotales } from './store.ts'

type Totales = readonly { readonly competidorId: string; readonly juez: string; readonly total: string | null }[]
type Duraciones = ReadonlyMap<string, number | null>
type MesaRow =
  | RelojPart
  | TurnoPart
  | MovimientoPart
  | (CategoriaRow & { readonly totales: Totales; readonly duraciones: Duraciones })

/** The organiser's desk: the live day with what only the organiser sees. */
export function mesaView(zona: string): Projection {
  return project(mesa, {
    touched: touchedOfMesa,
    load: (tx, _params, keys) => loadMesa(tx, keys, zona),
    present: presentMesa,
  })
}

function touchedOfMesa(change: Change): Keys {
  if (change.kind === 'calificacion') return change.categoriaId === undefined ? [] : [`c:${change.categoriaId}`]
  const day = touchedOfDia(change)
  return change.kind === 'turno' ? union(day, ['movimiento']) : day
}

async function loadMesa(tx: Tx, keys: Keys, zona: string): Promise<Map<string, MesaRow>> {
  const day = await loadDia(tx, keys, zona)
  const rows = new Map<string, MesaRow>()
  const entries = [...day.values()].flatMap((row) => (row.tipo === 'categoria' ? row.competidores : []))
  const marks = await readTotales(
    tx,
    entries.map(({ id }) => id),
  )
  const totales = Map.groupBy(marks, (row) => row.competidorId)
  const duraciones = await readDuraciones(tx, entries)
  for (const [key, row] of day) {
    rows.set(
      key,
      row.tipo === 'categoria'
        ? { ...row, duraciones, totales: row.competidores.flatMap(({ id }) => totales.get(id) ?? []) }
        : row,
    )
  }
  if (asks(keys, 'movimiento')) rows.set('movimiento', { tipo: 'movimiento', ultimo: await lastMovimiento(tx) })
  return rows
}

function presentMesa(row: MesaRow): RelojPart | TurnoPart | MovimientoPart | CategoriaAdminPart {
  if (row.tipo !== 'categoria') return row
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
