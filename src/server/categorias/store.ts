import type { Dia } from '#domain/dia.ts'
import { Problem } from '#domain/problem.ts'
import { upsert, type Tx } from '../db/database.ts'
import type { AnteriorTable, CategoriasTable } from '../db/schema.ts'

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

/** Categories with their number of entries and their limit: all of them, or only the ones in `ids`. */
export async function listWithInscritos(
  tx: Tx,
  ids: 'all' | readonly string[],
): Promise<(CategoriasTable & { inscritos: number; cupo: number | null; cerrada: string | null })[]> {
  if (ids !== 'all' && ids.length === 0) return []
  let wanted = tx.selectFrom('categorias').leftJoin('cupo', 'cupo.categoriaId', 'id').selectAll('categorias')
  if (ids !== 'all') wanted = wanted.where('id', 'in', ids)
  return wanted
    .select((eb) =>
      eb
        .selectFrom('competidores')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('competidores.categoriaId', '=', 'categorias.id')
        .as('inscritos'),
    )
    .leftJoin('cierre', 'cierre.categoriaId', 'id')
    .select(['cupo.cupo', 'cierre.categoriaId as cerrada'])
    .$narrowType<{ inscritos: number }>()
    .execute()
}
