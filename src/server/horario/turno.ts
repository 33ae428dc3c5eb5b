import type { Dia } from '#domain/dia.ts'
import { diaActivo } from '#domain/ajustes.ts'
import { followTurno, sameTurno, type Lista, type Pulsacion, type Turno, listaOf } from '#domain/turno.ts'
import type { Work } from '../work.ts'
import * as store from './store.ts'
import { sql } from 'kysely'
import { byOrden } from '#domain/orden.ts'
import { type Tx, statement } from '../db/database.ts'

interface Move {
  readonly before: Turno
  readonly after: Turno
  /** The press that moved the turn; absent when the turn follows a change of its list. */
  readonly pulsacion?: Pulsacion
}

/** Saves the turn of a day and records the change. For the active day, the caller also calls `refreshCompartido`. */
export async function writeTurno(work: Work, dia: Dia, { before, after, pulsacion }: Move): Promise<void> {
  if (pulsacion) await store.savePulsado(work.tx, dia, after, pulsacion)
  else await store.saveTurno(work.tx, dia, after)
  work.changed({
    kind: 'turno',
    dia,
    ...(after.competidorId !== null && { competidorId: after.competidorId }),
    before,
    after,
  })
}

/**
 * Updates the turn of a day after a change of its list: the turn stays with its entry. A caller that removed several
 * entries passes the list before the change.
 */
export async function refreshTurno(work: Work, dia: Dia | null, antes?: Lista): Promise<void> {
  if (dia === null) return
  const before = await store.readTurno(work.tx, dia)
  if (before.selectedRow === 0) return
  const after = followTurno(before, await readListaOf(work.tx, dia, before), antes)
  if (sameTurno(before, after)) return
  await writeTurno(work, dia, { before, after })
  if (dia === diaActivo(await store.readAjustes(work.tx))) await store.refreshCompartido(work.tx, after)
}

/**
 * Updates the moves of a day that can be undone, after entries left the day: a move that leads to such an entry now leads to
 * the entry at its position. `antes`: the list before the change, or its part with the entry that left.
 */
export async function refreshMovimientos(work: Work, dia: Dia | null, antes: Lista | undefined): Promise<void> {
  if (dia === null) return
  const lost = await store.listLostMovimientos(work.tx, dia)
  if (lost.length === 0) return
  const lista = await readLista(work.tx, dia)
  for (const { revision, turno } of lost) {
    const after = followTurno(turno, lista, antes)
    await work.tx.updateTable('movimiento').set(store.columnsOf(after)).where('revision', '=', revision).execute()
  }
}

/** Updates the record that other programs read when the entry that has the turn gets another name. */
export async function refreshNombres(work: Work, dia: Dia | null, competidorId: string): Promise<void> {
  const { dia: activo, turno } = await store.readCurrent(work.tx)
  if (dia === activo && turno.competidorId === competidorId) await store.refreshCompartido(work.tx, turno)
}

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
 * the list, or when all entries of the part before or after the turn are withdrawn, because a step then leaves the part; also
 * while an entry is repeated, because the step goes on elsewhere.
 */
export async function readListaNear(tx: Tx, dia: Dia, { selectedRow, competidorId, regreso }: Turno): Promise<Lista> {
  if (regreso) return readLista(tx, dia)
  if (selectedRow === 0) {
    const first = await selectAfter(tx, { dia, orden: -1 })
    return isBlocked(first) ? readLista(tx, dia) : listaFrom(first)
  }
  const rows = competidorId === null ? [] : (await selectBeside(tx, { dia, id: competidorId })).toSorted(compareRows)
  const [row] = rows
  if (competidorId === null || !row) return readLista(tx, dia)
  const orden = row.categoriaOrden ?? SIN_ORDEN
  const index = rows.findIndex(({ id }) => id === competidorId)
  const before = index === 0 ? await selectBefore(tx, { dia, orden }) : rows.slice(0, index)
  const after = index === rows.length - 1 ? await selectAfter(tx, { dia, orden }) : rows.slice(index + 1)
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
  const [found] = competidorId === null ? [] : await findOrden(tx, { dia, id: competidorId })
  if (!found) return readLista(tx, dia)
  const { orden } = found
  const [{ before } = { before: 0 }] = await countBefore(tx, { dia, orden })
  const lista = listaFrom(await selectAt(tx, { dia, orden }), Number(before) + 1)
  return lista.isRetirado(lista.positionOf(competidorId) ?? 0) ? readLista(tx, dia) : lista
}

/** Reads the part of the list with the entry of a turn; the whole list while an entry is repeated. */
export async function readListaOf(tx: Tx, dia: Dia, { competidorId, regreso }: Turno): Promise<Lista> {
  return regreso ? readLista(tx, dia) : readListaWith(tx, dia, competidorId)
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

type OrdenRow = Awaited<ReturnType<typeof selectAt>>[number]

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

/** The order of an entry's category; no row when the entry is not in the list. */
const findOrden = statement((tx, { dia, id }: { dia: Dia; id: string }) =>
  inDia(tx, dia).select(CATEGORIA_ORDEN.as('orden')).where('e.id', '=', id),
)

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

/** The entries of the category before an `orden`. */
const selectBefore = statement((tx, { dia, orden }: DiaOrden) =>
  withRetiro(inDia(tx, dia)).where(CATEGORIA_ORDEN, '=', (eb) =>
    inDia(tx, dia).select(eb.fn.max(CATEGORIA_ORDEN).as('orden')).where(CATEGORIA_ORDEN, '<', orden),
  ),
)

/** The entries of the category after an `orden`. */
const selectAfter = statement((tx, { dia, orden }: DiaOrden) =>
  withRetiro(inDia(tx, dia)).where(CATEGORIA_ORDEN, '=', (eb) =>
    inDia(tx, dia).select(eb.fn.min(CATEGORIA_ORDEN).as('orden')).where(CATEGORIA_ORDEN, '>', orden),
  ),
)
