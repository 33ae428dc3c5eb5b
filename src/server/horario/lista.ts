import { sql } from 'kysely'
import type { Dia } from '#domain/dia.ts'
import { byOrden } from '#domain/orden.ts'
import { listaOf, type Lista, type Turno } from '#domain/turno.ts'
import { type Tx, statement } from '../db/database.ts'

/** The order of a category without one: after all others. */
const SIN_ORDEN = 2_000_000_000
const CATEGORIA_ORDEN = sql<number>`coalesce("c"."orden", ${sql.lit(SIN_ORDEN)})`

/** The entries of a day that turns count: those with an order, in categories with a name, in the order of the schedule. */
export async function readLista(tx: Tx, dia: Dia): Promise<Lista> {
  return listaFrom(await withRetiro(inDia(tx, dia)).execute())
}

/**
 * Reads the part of the list around a turn: its category, plus the category before it when the turn is on its first entry,
 * plus the category after it when the turn is on its last one. Before the first turn: the first category. Positions are
 * counted from `selectedRow`, which every change of the list updates. Returns the whole list when the turn has no entry in
 * the list, or when all entries of the part before or after the turn are withdrawn, because a step then leaves the part.
 */
export async function readListaNear(tx: Tx, dia: Dia, { selectedRow, competidorId }: Turno): Promise<Lista> {
  if (selectedRow === 0) {
    const first = await rowsAfter(tx, dia, -1)
    return isBlocked(first) ? readLista(tx, dia) : listaFrom(first)
  }
  const rows = competidorId === null ? [] : (await selectBeside(tx, { dia, id: competidorId })).toSorted(compareRows)
  const [row] = rows
  if (competidorId === null || !row) return readLista(tx, dia)
  const orden = row.categoriaOrden ?? SIN_ORDEN
  const index = rows.findIndex(({ id }) => id === competidorId)
  const before = index === 0 ? await rowsBefore(tx, dia, orden) : rows.slice(0, index)
  const after = index === rows.length - 1 ? await rowsAfter(tx, dia, orden) : rows.slice(index + 1)
  if (isBlocked(before) || isBlocked(after)) return readLista(tx, dia)
  return listaFrom([...before, ...rows.slice(index, index + 1), ...after], selectedRow - before.length)
}

/** Whether there are entries and all of them are withdrawn. */
function isBlocked(rows: readonly OrdenRow[]): boolean {
  return rows.length > 0 && rows.every(({ retiro }) => retiro !== null)
}

/**
 * Reads the part of the list with the category of an entry. Returns the whole list when the entry is not in the list, or is
 * withdrawn.
 */
export async function readListaWith(tx: Tx, dia: Dia, competidorId: string | null): Promise<Lista> {
  const orden = competidorId === null ? null : await ordenOf(tx, dia, competidorId)
  if (orden === null) return readLista(tx, dia)
  const [{ before } = { before: 0 }] = await countBefore(tx, { dia, orden })
  const lista = listaFrom(await selectAt(tx, { dia, orden }), Number(before) + 1)
  return lista.isRetirado(lista.positionOf(competidorId) ?? 0) ? readLista(tx, dia) : lista
}

/** The order of an entry and the day of its category; undefined when it was deleted. */
export async function findDiaAndOrden(
  tx: Tx,
  id: string,
): Promise<{ readonly dia: Dia | null; readonly orden: number | null } | undefined> {
  return tx
    .selectFrom('competidores as e')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .select(['c.dia', 'e.orden'])
    .where('e.id', '=', id)
    .executeTakeFirst()
}

const COLUMNS = ['e.id', 'e.orden', 'c.id as categoriaId', 'c.orden as categoriaOrden', 'r.estado as retiro'] as const

interface OrdenRow {
  readonly id: string
  readonly orden: number | null
  readonly categoriaId: string
  readonly categoriaOrden: number | null
  /** Not null: the entry is withdrawn. */
  readonly retiro: string | null
}

/** Sorts the entries here, as the screens do: the two databases sort text differently. */
function listaFrom(entries: readonly OrdenRow[], from = 1): Lista {
  const ids = entries.toSorted(compareRows).map(({ id }) => id)
  const retirados = entries.filter(({ retiro }) => retiro !== null).map(({ id }) => id)
  return listaOf(ids, from, new Set(retirados))
}

function compareRows(a: OrdenRow, b: OrdenRow): number {
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

const withRetiro = (entries: ReturnType<typeof inDia>) =>
  entries.leftJoin('retiro as r', 'r.competidorId', 'e.id').select(COLUMNS)

/** Categories by their order: more than one only where an import brought equal numbers. */
interface DiaOrden {
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

/** The entries of the category of an entry, and of every other category with an equal `orden`. */
const selectBeside = statement((tx, { dia, id }: { dia: Dia; id: string }) =>
  withRetiro(inDia(tx, dia)).where(
    CATEGORIA_ORDEN,
    '=',
    inDia(tx, dia).select(CATEGORIA_ORDEN.as('orden')).where('e.id', '=', id),
  ),
)

const selectAt = statement((tx, { dia, orden }: DiaOrden) =>
  withRetiro(inDia(tx, dia)).where(CATEGORIA_ORDEN, '=', orden),
)

const countBefore = statement((tx, { dia, orden }: DiaOrden) =>
  inDia(tx, dia)
    .select((eb) => eb.fn.countAll().as('before'))
    .where(CATEGORIA_ORDEN, '<', orden),
)

const findBefore = statement((tx, { dia, orden }: DiaOrden) =>
  inDia(tx, dia)
    .select((eb) => eb.fn.max(CATEGORIA_ORDEN).as('orden'))
    .where(CATEGORIA_ORDEN, '<', orden),
)

const findAfter = statement((tx, { dia, orden }: DiaOrden) =>
  inDia(tx, dia)
    .select((eb) => eb.fn.min(CATEGORIA_ORDEN).as('orden'))
    .where(CATEGORIA_ORDEN, '>', orden),
)

async function rowsBefore(tx: Tx, dia: Dia, orden: number): Promise<OrdenRow[]> {
  const [row] = await findBefore(tx, { dia, orden })
  return row === undefined || row.orden === null ? [] : selectAt(tx, { dia, orden: row.orden })
}

async function rowsAfter(tx: Tx, dia: Dia, orden: number): Promise<OrdenRow[]> {
  const [row] = await findAfter(tx, { dia, orden })
  return row === undefined || row.orden === null ? [] : selectAt(tx, { dia, orden: row.orden })
}
