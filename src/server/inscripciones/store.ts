import type { Dia } from '#domain/dia.ts'
import type { Tx } from '../db/database.ts'
import type { CompetidoresTable } from '../db/schema.ts'

/** Sets a category's own limit; null takes it away. */
export async function saveCupo(tx: Tx, categoriaId: string, cupo: number | null): Promise<void> {
  await tx.deleteFrom('cupo').where('categoriaId', '=', categoriaId).execute()
  if (cupo !== null) await tx.insertInto('cupo').values({ categoriaId, cupo }).execute()
}

/** A category as entries see it: its own limit, and how many it has. */
export interface CategoriaRow {
  readonly id: string
  readonly nombre: string | null
  readonly dia: Dia | null
  readonly orden: number | null
  readonly cupo: number | null
  readonly competidores: readonly CompetidoresTable[]
}

/** Categories with all their entries: every one, or those of some ids. */
export async function readCategorias(tx: Tx, ids: 'all' | readonly string[]): Promise<CategoriaRow[]> {
  if (ids !== 'all' && ids.length === 0) return []
  let wanted = tx
    .selectFrom('categorias as c')
    .leftJoin('cupo', 'cupo.categoriaId', 'c.id')
    .select(['c.id', 'c.nombre', 'c.dia', 'c.orden', 'cupo.cupo'])
  let entries = tx.selectFrom('competidores').selectAll()
  if (ids !== 'all') {
    wanted = wanted.where('c.id', 'in', ids)
    entries = entries.where('categoriaId', 'in', ids)
  }
  const byCategoria = Map.groupBy(await entries.execute(), ({ categoriaId }) => categoriaId)
  return (await wanted.execute()).map((row) => ({ ...row, competidores: byCategoria.get(row.id) ?? [] }))
}
