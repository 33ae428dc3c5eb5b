import { isDia } from '#domain/dia.ts'
import type { CategoriaContada } from '#domain/preparativos.ts'
import { type Tx, upsert } from '../db/database.ts'

/** The categories that have a day and a name, with their entries. */
export async function listContadas(tx: Tx): Promise<CategoriaContada[]> {
  const categorias = await tx
    .selectFrom('categorias as c')
    .leftJoin('cierre as f', 'f.categoriaId', 'c.id')
    .select(['c.id', 'c.dia', 'f.categoriaId as cierre'])
    .where('c.nombre', '<>', '')
    .execute()
  const entries = await tx
    .selectFrom('competidores as e')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .select(['e.id', 'e.categoriaId', 'e.orden', 'e.musicaPath', 'r.estado as retiro'])
    .execute()
  const byCategoria = Map.groupBy(entries, ({ categoriaId }) => categoriaId)
  return categorias.flatMap(({ id, dia, cierre }) =>
    isDia(dia) ? [{ id, dia, cerrada: cierre !== null, competidores: byCategoria.get(id) ?? [] }] : [],
  )
}

/** Saves the time of the last backup of this system. */
export async function saveRespaldo(tx: Tx, fecha: string): Promise<void> {
  await upsert(tx, 'respaldo', ['id'], { id: 1, fecha })
}
