import { sql } from 'kysely'
import type { Dia } from '#domain/dia.ts'
import { byOrden } from '#domain/orden.ts'
import { listaOf, type Lista, type Turno } from '#domain/turno.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'

/** The order of a category without one: after all others. */
const SIN_ORDEN = 2_000_000_000
const CATEGORIA_ORDEN = sql<number>`coalesce("c"."orden", ${sql.lit(SIN_ORDEN)})`

/** The entries of a day that turns count: those with an order, in categories with a name, in the order of the schedule. */
export async function readLista(tx: Tx, dia: Dia): Promise<Lista> {
  return listaOf(idsOf(await inDia(tx, dia).select(COLUMNS).execute()))
}

/**
 * The part of the list around a turn: its category, and the next one when the turn is at the edge of its category. The
 * position is that of the turn, which every change of the list updates. Returns the whole list when the turn has no entry.
 */
export async function readListaNear(tx: Tx, dia: Dia, { selectedRow, competidorId }: Turno): Promise<Lista> {
  if (selectedRow === 0) return listaOf(await idsAfter(tx, dia, -1))
  const rows = competidorId === null ? [] : await selectBeside(tx, { dia, id: competidorId })
  const [row] = rows
  if (competidorId === null || !row) return readLista(tx, dia)
  const orden = row.categoriaOrden ?? SIN_ORDEN
  const ids = idsOf(rows)
  const index = ids.indexOf(competidorId)
  const before = index === 0 ? await idsBefore(tx, dia, orden) : []
  const after = index === ids.length - 1 ? await idsAfter(tx, dia, orden) : []
  return listaOf([...before, ...ids, ...after], selectedRow - index - before.length)
}

/** The category of an entry as a part of the list. Returns the whole list when the entry is not in it. */
export async function readListaWith(tx: Tx, dia: Dia, competidorId: string | null): Promise<Lista> {
  const orden = competidorId === null ? null : await ordenOf(tx, dia, competidorId)
  if (orden === null) return readLista(tx, dia)
  const [{ before } = { before: 0 }] = await countBefore(tx, { dia, orden })
  return listaOf(await idsAt(tx, dia, orden), Number(before) + 1)
}

const COLUMNS = ['e.id', 'e.orden', 'c.id as categoriaId', 'c.orden as categoriaOrden'] as const

interface OrdenRow {
  readonly id: string
  readonly orden: number | null
  readonly categoriaId: string
  readonly categoriaOrden: number | null
}

/** Sorts the entries here, as the screens do: the two databases sort text differently. */
function idsOf(entries: readonly OrdenRow[]): string[] {
  return entries.toSorted(byPlace).map(({ id }) => id)
}

function byPlace(a: OrdenRow, b: OrdenRow): number {
  if (a.categoriaId === b.categoriaId) return byOrden(a, b)
  return byOrden({ id: a.categoriaId, orden: a.categoriaOrden }, { id: b.categoriaId, orden: b.categoriaOrden })
}

const inDia = (tx: Tx, dia: Dia) =>
  tx
    .selectFrom('categorias as c')
    .innerJoin('competidores as e', 'e.categoriaId', 'c.id')
    .where('c.dia', '=', dia)
    .where('c.nombre', '<>', '')
    .where('e.orden', 'is not', null)

/** Categories by their order: more than one only where an import brought equal numbers. */
interface Place {
  readonly dia: Dia
  readonly orden: number
}

const findOrden = statement((tx, { dia, id }: { dia: Dia; id: string }) =>
  inDia(tx, dia).select(CATEGORIA_ORDEN.as('orden')).where('e.id', '=', id),
)

/** The order of an entry's category; null when the entry is not in the list. */
async function ordenOf(tx: Tx, dia: Dia, id: string): Promise<number | null> {
  const [row] = await findOrden(tx, { dia, id })
  return row?.orden ?? null
}

/** The entries of the categories that have the same order as the category of an entry, that one included. */
const selectBeside = statement((tx, { dia, id }: { dia: Dia; id: string }) =>
  inDia(tx, dia)
    .select(COLUMNS)
    .where(CATEGORIA_ORDEN, '=', inDia(tx, dia).select(CATEGORIA_ORDEN.as('orden')).where('e.id', '=', id)),
)

const selectAt = statement((tx, { dia, orden }: Place) =>
  inDia(tx, dia).select(COLUMNS).where(CATEGORIA_ORDEN, '=', orden),
)

async function idsAt(tx: Tx, dia: Dia, orden: number): Promise<string[]> {
  return idsOf(await selectAt(tx, { dia, orden }))
}

const countBefore = statement((tx, { dia, orden }: Place) =>
  inDia(tx, dia)
    .select((eb) => eb.fn.countAll().as('before'))
    .where(CATEGORIA_ORDEN, '<', orden),
)

const findBefore = statement((tx, { dia, orden }: Place) =>
  inDia(tx, dia)
    .select((eb) => eb.fn.max(CATEGORIA_ORDEN).as('orden'))
    .where(CATEGORIA_ORDEN, '<', orden),
)

const findAfter = statement((tx, { dia, orden }: Place) =>
  inDia(tx, dia)
    .select((eb) => eb.fn.min(CATEGORIA_ORDEN).as('orden'))
    .where(CATEGORIA_ORDEN, '>', orden),
)

async function idsBefore(tx: Tx, dia: Dia, orden: number): Promise<string[]> {
  const [row] = await findBefore(tx, { dia, orden })
  return row === undefined || row.orden === null ? [] : idsAt(tx, dia, row.orden)
}

async function idsAfter(tx: Tx, dia: Dia, orden: number): Promise<string[]> {
  const [row] = await findAfter(tx, { dia, orden })
  return row === undefined || row.orden === null ? [] : idsAt(tx, dia, row.orden)
}
