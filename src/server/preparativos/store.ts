import { isDia } from '#domain/dia.ts'
import type { CategoriaContada } from '#domain/preparativos.ts'
import { type Tx, upsert } from '../db/database.ts'

/** The categories that have a day and a name, with the numbers of their entries that are not withdrawn. */
export async function listContadas(tx: Tx): Promise<CategoriaContada[]> {
  const rows = await tx
    .selectFrom('categorias as c')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('competidores as e')
          .leftJoin('retiro as r', 'r.competidorId', 'e.id')
          .where('r.competidorId', 'is', null)
          .groupBy('e.categoriaId')
          .select('e.categoriaId')
          .select(({ fn }) => [
            fn.countAll<number>().as('inscritos'),
            fn.count<number>('e.musicaPath').as('conMusica'),
            fn.count<number>('e.orden').as('conOrden'),
          ])
          .as('n'),
      (join) => join.onRef('n.categoriaId', '=', 'c.id'),
    )
    .select(['c.id', 'c.dia', 'n.inscritos', 'n.conMusica', 'n.conOrden'])
    .where('c.nombre', '<>', '')
    .execute()
  return rows.flatMap(({ id, dia, inscritos, conMusica, conOrden }) => {
    const n = inscritos ?? 0
    return isDia(dia) ? [{ id, dia, inscritos: n, sinMusica: n - (conMusica ?? 0), sinOrden: n - (conOrden ?? 0) }] : []
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
