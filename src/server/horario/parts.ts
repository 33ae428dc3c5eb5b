import type { Change, Kind } from '#contract/change.ts'
import type { RelojPart, TurnoPart } from '#contract/views/horario.ts'
import { diaActivo, relojOf, type AjustesGuardados } from '#domain/ajustes.ts'
import type { Dia } from '#domain/dia.ts'
import { sortPlaced } from '#domain/orden.ts'
import type { Tx } from '../db/database.ts'
import { inOneRead } from '../db/in-one-read.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'
import { readZona } from '../evento/store.ts'
import { ALL, asks, idsOf, NONE, type Keys } from '../live/project.ts'
import * as store from './store.ts'

/** A category of the live day with all its entries, as the database has them. */
export interface CategoriaRow {
  readonly tipo: 'categoria'
  readonly categoria: CategoriasTable & { readonly nombre: string }
  readonly competidores: readonly CompetidoresTable[]
}

export type DiaRow = RelojPart | TurnoPart | CategoriaRow

const CLOCK_KINDS: readonly Kind[] = ['reloj', 'evento']
const LIST_KINDS: readonly Kind[] = ['categoria', 'competidor']

/** The parts of the live day that a change touches. */
export function touchedOfDia({ kind, categoriaId }: Change): Keys {
  if (kind === 'dia') return ALL
  if (kind === 'turno') return ['turno']
  if (CLOCK_KINDS.includes(kind)) return ['reloj']
  return LIST_KINDS.includes(kind) && categoriaId !== undefined ? [`c:${categoriaId}`] : NONE
}

// Several views of the live day are open at once: a flush reads this once for all of them.
const readAjustes = inOneRead(store.readAjustes)
const readTurno = inOneRead(store.readTurno)

/** What the schedule and the organiser's desk have in common: clock, turn, and a part per category of the live day. */
export async function loadDia(tx: Tx, keys: Keys, zona: string): Promise<Map<string, DiaRow>> {
  const ajustes = await readAjustes(tx)
  const dia = diaActivo(ajustes)
  const rows = new Map<string, DiaRow>()
  if (asks(keys, 'reloj')) rows.set('reloj', await relojPart(tx, ajustes, zona))
  if (asks(keys, 'turno')) rows.set('turno', { tipo: 'turno', ...(await readTurno(tx, dia)) })
  for (const row of await loadCategorias(tx, dia, idsOf(keys, 'c:'))) rows.set(`c:${row.categoria.id}`, row)
  return rows
}

async function relojPart(tx: Tx, ajustes: AjustesGuardados, zona: string): Promise<RelojPart> {
  const zonaHoraria = await readZona(tx, zona)
  return { tipo: 'reloj', dia: diaActivo(ajustes), zonaHoraria, ...relojOf(ajustes) }
}

/** The categories of a day: all of them, or those of some ids. */
export async function loadCategorias(tx: Tx, dia: Dia, ids: 'all' | string[]): Promise<CategoriaRow[]> {
  if (ids !== 'all' && ids.length === 0) return []
  let wanted = tx.selectFrom('categorias').selectAll().where('dia', '=', dia).where('nombre', '<>', '')
  if (ids !== 'all') wanted = wanted.where('id', 'in', ids)
  const categorias = await wanted.execute()
  if (categorias.length === 0) return []
  const entries = await tx
    .selectFrom('competidores')
    .selectAll()
    .where(
      'categoriaId',
      'in',
      categorias.map(({ id }) => id),
    )
    .execute()
  const byCategoria = Map.groupBy(entries, (entry) => entry.categoriaId)
  return categorias.flatMap((categoria) => {
    const { nombre } = categoria
    return nombre === null
      ? []
      : [
          {
            tipo: 'categoria' as const,
            categoria: { ...categoria, nombre },
            competidores: byCategoria.get(categoria.id) ?? [],
          },
        ]
  })
}

/** Entries that have an order, in order. */
export function inOrder(row: CategoriaRow): CompetidoresTable[] {
  return sortPlaced(row.competidores)
}
