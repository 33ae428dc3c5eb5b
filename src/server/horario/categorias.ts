import type { CategoriaConocida } from '#domain/carga.ts'
import type { EstadoRetiro } from '#domain/retiro.ts'
import type { Tx } from '../db/database.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'

/** A category with its limit, its entries, its former names, and whether it is closed. */
export interface CategoriaRow extends CategoriasTable, Pick<CategoriaConocida, 'cerrada' | 'anteriores'> {
  readonly cupo: number | null
  readonly competidores: readonly EntradaDeCategoria[]
}

/** An entry with its state when it is withdrawn. */
export interface EntradaDeCategoria extends CompetidoresTable {
  readonly retiro: EstadoRetiro | null
  /** The measured length of its track, in seconds. */
  readonly duracion: number | null
}

/** Reads all categories, or only the ones in `ids`, with all their entries. They stand by day of entry and name. */
export async function readCategorias(tx: Tx, ids: 'all' | readonly string[]): Promise<CategoriaRow[]> {
  if (ids !== 'all' && ids.length === 0) return []
  let wanted = tx
    .selectFrom('categorias as c')
    .leftJoin('cupo', 'cupo.categoriaId', 'c.id')
    .leftJoin('cierre', 'cierre.categoriaId', 'c.id')
    .selectAll('c')
    .select(['cupo.cupo', 'cierre.categoriaId as cierre'])
  let entries = tx
    .selectFrom('competidores as e')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .leftJoin('musica as m', 'm.path', 'e.musicaPath')
    .selectAll('e')
    .select(['r.estado as retiro', 'm.duracion'])
    .orderBy('e.fechaInscripcion')
    .orderBy('e.nombre')
    .orderBy('e.id')
  if (ids !== 'all') {
    wanted = wanted.where('c.id', 'in', ids)
    entries = entries.where('categoriaId', 'in', ids)
  }
  const byCategoria = Map.groupBy(await entries.execute(), ({ categoriaId }) => categoriaId)
  const before = Map.groupBy(await tx.selectFrom('anterior').selectAll().execute(), ({ categoriaId }) => categoriaId)
  return (await wanted.execute()).map(({ cierre, ...row }) => ({
    ...row,
    cerrada: cierre !== null,
    anteriores: (before.get(row.id) ?? []).map(({ dia, nombre, revision }) => ({ dia, nombre, revision })),
    competidores: byCategoria.get(row.id) ?? [],
  }))
}
