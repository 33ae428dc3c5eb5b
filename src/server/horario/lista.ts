import type { Dia } from '#domain/dia.ts'
import { sortByOrden } from '#domain/orden.ts'
import { listaOf, type Lista, type Turno } from '#domain/turno.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'

/** Where categories without a place stand: last. */
const SIN_ORDEN = 2_000_000_000

/** The entries that turns of a day count: those with an order, of categories with a name, as the schedule lists them. */
export async function readLista(tx: Tx, dia: Dia): Promise<Lista> {
  return listaOf(idsOf(await inDia(tx, dia).select(PLACE).execute()))
}

/**
 * The stretch around a turn: its category and, at an edge of that, the neighbouring one. The position is the turn's own,
 * since whatever moves an entry moves the turn with it. Past the end there is no entry to start from: the whole list.
 */
export async function readListaNear(tx: Tx, dia: Dia, { selectedRow, competidorId }: Turno): Promise<Lista> {
  if (selectedRow === 0) return listaOf(await idsAfter(tx, dia, -1))
  const rows = competidorId === null ? [] : await selectBeside(tx, { dia, id: competidorId })
  const [row] = rows
  if (competidorId === null || !row) return readLista(tx, dia)
  const orden = row.lugar ?? SIN_ORDEN
  const ids = idsOf(rows)
  const index = ids.indexOf(competidorId)
  const before = index === 0 ? await idsBefore(tx, dia, orden) : []
  const after = index === ids.length - 1 ? await idsAfter(tx, dia, orden) : []
  return listaOf([...before, ...ids, ...after], selectedRow - index - before.length)
}

/** The stretch that holds an entry, wherever that stands now; the whole list when the day does not count it. */
export async function readListaWith(tx: Tx, dia: Dia, competidorId: string | null): Promise<Lista> {
  const orden = competidorId === null ? null : await ordenOf(tx, dia, competidorId)
  if (orden === null) return readLista(tx, dia)
  const [{ before } = { before: 0 }] = await countBefore(tx, { dia, orden })
  return listaOf(await idsAt(tx, dia, orden), Number(before) + 1)
}

const PLACE = ['e.id', 'e.orden', 'c.id as categoriaId', 'c.orden as lugar'] as const

interface OrdenRow {
  readonly id: string
  readonly orden: number | null
  readonly categoriaId: string
  readonly lugar: number | null
}

/** Entries as the screens list them: engines have orders of text of their own. */
function idsOf(entries: readonly OrdenRow[]): string[] {
  const categorias = Array.from(
    Map.groupBy(entries, ({ categoriaId }) => categoriaId),
    ([id, inside]) => ({
      id,
      orden: inside[0]?.lugar ?? null,
      inside,
    }),
  )
  return sortByOrden(categorias).flatMap(({ inside }) => sortByOrden(inside).map(({ id }) => id))
}

const inDia = (tx: Tx, dia: Dia) =>
  tx
    .selectFrom('categorias as c')
    .innerJoin('competidores as e', 'e.categoriaId', 'c.id')
    .where('c.dia', '=', dia)
    .where('c.nombre', '<>', '')
    .where('e.orden', 'is not', null)

interface Place {
  readonly dia: Dia
  readonly orden: number
}

const findOrden = statement((tx, { dia, id }: { dia: Dia; id: string }) =>
  inDia(tx, dia)
    .select((eb) => eb.fn.coalesce('c.orden', eb.val(SIN_ORDEN)).as('orden'))
    .where('e.id', '=', id),
)

/** The place of the category that an entry is in, if the day counts it. */
async function ordenOf(tx: Tx, dia: Dia, id: string): Promise<number | null> {
  const [row] = await findOrden(tx, { dia, id })
  return row?.orden ?? null
}

/** The entries at the place of the category that an entry is in, if the day counts it. */
const selectBeside = statement((tx, { dia, id }: { dia: Dia; id: string }) =>
  inDia(tx, dia)
    .select(PLACE)
    .where((eb) =>
      eb(
        eb.fn.coalesce('c.orden', eb.val(SIN_ORDEN)),
        '=',
        inDia(tx, dia)
          .select((inner) => inner.fn.coalesce('c.orden', inner.val(SIN_ORDEN)).as('orden'))
          .where('e.id', '=', id),
      ),
    ),
)

/** More than one category only where imported ones share a number. */
const selectAt = statement((tx, { dia, orden }: Place) =>
  inDia(tx, dia)
    .select(PLACE)
    .where((eb) => eb(eb.fn.coalesce('c.orden', eb.val(SIN_ORDEN)), '=', orden)),
)

async function idsAt(tx: Tx, dia: Dia, orden: number): Promise<string[]> {
  return idsOf(await selectAt(tx, { dia, orden }))
}

const countBefore = statement((tx, { dia, orden }: Place) =>
  inDia(tx, dia)
    .select((eb) => eb.fn.countAll().as('before'))
    .where((eb) => eb(eb.fn.coalesce('c.orden', eb.val(SIN_ORDEN)), '<', orden)),
)

const findBefore = statement((tx, { dia, orden }: Place) =>
  inDia(tx, dia)
    .select((eb) => eb.fn.max(eb.fn.coalesce('c.orden', eb.val(SIN_ORDEN))).as('orden'))
    .where((eb) => eb(eb.fn.coalesce('c.orden', eb.val(SIN_ORDEN)), '<', orden)),
)

const findAfter = statement((tx, { dia, orden }: Place) =>
  inDia(tx, dia)
    .select((eb) => eb.fn.min(eb.fn.coalesce('c.orden', eb.val(SIN_ORDEN))).as('orden'))
    .where((eb) => eb(eb.fn.coalesce('c.orden', eb.val(SIN_ORDEN)), '>', orden)),
)

async function idsBefore(tx: Tx, dia: Dia, orden: number): Promise<string[]> {
  const [row] = await findBefore(tx, { dia, orden })
  return row === undefined || row.orden === null ? [] : idsAt(tx, dia, row.orden)
}

async function idsAfter(tx: Tx, dia: Dia, orden: number): Promise<string[]> {
  const [row] = await findAfter(tx, { dia, orden })
  return row === undefined || row.orden === null ? [] : idsAt(tx, dia, row.orden)
}
