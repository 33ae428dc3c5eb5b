import type { CategoriaContada } from '#domain/preparativos.ts'
import { type Tx, upsert } from '../db/database.ts'

/** The categories that have a day and a name, with the numbers of their entries that are not withdrawn. */
export async function listContadas(tx: Tx): Promise<CategoriaContada[]> {
  const categorias = await tx.selectFrom('categorias').select(['id', 'dia']).where('nombre', '<>', '').execute()
  const entries = await tx
    .selectFrom('competidores as e')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .select(['e.categoriaId', 'e.musicaPath', 'e.orden'])
    .where('r.competidorId', 'is', null)
    .execute()
  const byCategoria = Map.groupBy(entries, ({ categoriaId }) => categoriaId)
  return categorias.flatMap(({ id, dia }) => {
    const own = byCategoria.get(id) ?? []
    const without = (campo: 'musicaPath' | 'orden') => own.filter((entry) => entry[campo] === null).length
    if (dia === null) return []
    return [{ id, dia, inscritos: own.length, sinMusica: without('musicaPath'), sinOrden: without('orden') }]
  })
}

/** The time of the last backup of this system; null without one. */
export async function readRespaldo(tx: Tx): Promise<string | null> {
  const row = await tx.selectFrom('respaldo').select('fecha').executeTakeFirst()
  return row?.fecha ?? null
}

export async function saveRespaldo(tx: Tx, fecha: string): Promise<void> {
  await upsert(tx, 'respaldo', ['id'], { id: 1, fecha })
}
