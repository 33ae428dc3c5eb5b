import type { Dia } from '#domain/dia.ts'
import { Problem } from '#domain/problem.ts'
import { upsert, type Tx } from '../db/database.ts'
import type { AnteriorTable, CategoriasTable, CompetidoresTable } from '../db/schema.ts'

export async function listByDia(tx: Tx, dia: Dia | null): Promise<CategoriasTable[]> {
  const all = tx.selectFrom('categorias').selectAll()
  return (dia === null ? all.where('dia', 'is', null) : all.where('dia', '=', dia)).execute()
}

export async function find(tx: Tx, id: string): Promise<CategoriasTable | undefined> {
  return tx.selectFrom('categorias').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Throws `categoria.missing`. */
export async function mustFind(tx: Tx, id: string): Promise<CategoriasTable> {
  const categoria = await find(tx, id)
  if (!categoria) throw new Problem('categoria.missing')
  return categoria
}

/** The rounds. */
export async function listRondas(tx: Tx): Promise<CategoriasTable[]> {
  return tx.selectFrom('categorias').selectAll().where('origen', 'is not', null).execute()
}

export async function update(tx: Tx, id: string, values: Partial<CategoriasTable>): Promise<void> {
  await tx.updateTable('categorias').set(values).where('id', '=', id).execute()
}

/** Keeps the day and the name that a category has until now. */
export async function keepAnterior(tx: Tx, row: AnteriorTable): Promise<void> {
  await upsert(tx, 'anterior', ['categoriaId', 'dia', 'nombre'], row)
}

/** A category with its limit, its entries and whether it is closed. */
export interface CategoriaRow extends CategoriasTable {
  readonly cupo: number | null
  readonly cerrada: boolean
  readonly competidores: readonly CompetidoresTable[]
}

/** Reads all categories, or only the ones in `ids`, with all their entries. */
export async function readCategorias(tx: Tx, ids: 'all' | readonly string[]): Promise<CategoriaRow[]> {
  if (ids !== 'all' && ids.length === 0) return []
  let wanted = tx
    .selectFrom('categorias as c')
    .leftJoin('cupo', 'cupo.categoriaId', 'c.id')
    .leftJoin('cierre', 'cierre.categoriaId', 'c.id')
    .selectAll('c')
    .select(['cupo.cupo', 'cierre.categoriaId as cierre'])
  let entries = tx.selectFrom('competidores').selectAll()
  if (ids !== 'all') {
    wanted = wanted.where('c.id', 'in', ids)
    entries = entries.where('categoriaId', 'in', ids)
  }
  const byCategoria = Map.groupBy(await entries.execute(), ({ categoriaId }) => categoriaId)
  return (await wanted.execute()).map(({ cierre, ...row }) => ({
    ...row,
    cerrada: cierre !== null,
    competidores: byCategoria.get(row.id) ?? [],
  }))
}
