import { Problem } from '#domain/problem.ts'
import type { Tx } from '../db/database.ts'

/** Throws `categoria.closed` when one of the categories is closed. */
export async function checkAbierta(tx: Tx, ...categoriaIds: readonly string[]): Promise<void> {
  const closed = tx.selectFrom('cierre').select('categoriaId').where('categoriaId', 'in', categoriaIds).limit(1)
  if (await closed.executeTakeFirst()) throw new Problem('categoria.closed')
}
