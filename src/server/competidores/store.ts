import type { Tx } from '../db/database.ts'
import type { CompetidoresTable } from '../db/schema.ts'

export async function find(tx: Tx, id: string): Promise<CompetidoresTable | undefined> {
  return tx.selectFrom('competidores').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listByCategoria(tx: Tx, categoriaId: string): Promise<CompetidoresTable[]> {
  return tx.selectFrom('competidores').selectAll().where('categoriaId', '=', categoriaId).execute()
}

export async function saveOrden(tx: Tx, { id, orden }: { readonly id: string; readonly orden: number }): Promise<void> {
  await tx.updateTable('competidores').set({ orden }).where('id', '=', id).execute()
}

/** Deletes an entry; its marks go with it. */
export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('competidores').where('id', '=', id).execute()
}

/** Whether any entry still names a file. */
export async function isMusicaNamed(tx: Tx, path: string): Promise<boolean> {
  return (
    (await tx.selectFrom('competidores').select('id').where('musicaPath', '=', path).limit(1).executeTakeFirst()) !==
    undefined
  )
}

/** The judges' totals of some entries, each as its text, judges by name. */
export async function readTotales(
  tx: Tx,
  ids: readonly string[],
): Promise<{ competidorId: string; juez: string; total: string | null }[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('calificaciones')
    .innerJoin('jueces', 'jueces.id', 'calificaciones.juezId')
    .select(['competidorId', 'jueces.nombre as juez', 'l_calificacion as total'])
    .where('competidorId', 'in', ids)
    .execute()
}
