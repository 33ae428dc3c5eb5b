import type { Dia } from '#domain/dia.ts'
import { sortByOrden, sortPlaced } from '#domain/orden.ts'
import type { EstadoRetiro } from '#domain/retiro.ts'
import type { Tx } from '../db/database.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'

/** An entry of the running order. */
export interface EntradaEnOrden extends Pick<CompetidoresTable, 'id' | 'nombre' | 'compania' | 'numero' | 'nota'> {
  readonly musicaPath: string | null
  readonly retiro: EstadoRetiro | null
}

export interface CategoriaEnOrden extends Pick<CategoriasTable, 'id' | 'orden'> {
  readonly nombre: string
  readonly entradas: readonly EntradaEnOrden[]
}

/** The categories of a day that have a name, with their placed entries, in running order: all of them, or only the ones in `ids`. */
export async function readOrdenDeDia(
  tx: Tx,
  dia: Dia,
  ids: 'all' | readonly string[] = 'all',
): Promise<CategoriaEnOrden[]> {
  if (ids !== 'all' && ids.length === 0) return []
  let named = tx.selectFrom('categorias').where('dia', '=', dia).where('nombre', '<>', '')
  if (ids !== 'all') named = named.where('id', 'in', ids)
  const [categorias, entries] = await Promise.all([
    named.select(['id', 'nombre', 'orden']).execute(),
    tx
      .selectFrom('competidores as e')
      .leftJoin('retiro as r', 'r.competidorId', 'e.id')
      .select(['e.id', 'e.categoriaId', 'e.orden', 'e.nombre', 'e.compania', 'e.numero', 'e.nota', 'e.musicaPath'])
      .select('r.estado as retiro')
      .where('e.categoriaId', 'in', named.select('id'))
      .execute(),
  ])
  const byCategoria = Map.groupBy(entries, ({ categoriaId }) => categoriaId)
  return sortByOrden(categorias).map(({ id, nombre, orden }) => ({
    id,
    nombre: nombre ?? '',
    orden,
    entradas: sortPlaced(byCategoria.get(id) ?? []),
  }))
}
