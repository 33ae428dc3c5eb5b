import { createHash } from 'node:crypto'
import { CLAVES_DE_TEXTO, type ClaveDeTexto } from '#domain/competidor.ts'
import type { Tx } from '../db/database.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'

/** Sets the limit of a category; null removes it. */
export async function saveCupo(tx: Tx, categoriaId: string, cupo: number | null): Promise<void> {
  await tx.deleteFrom('cupo').where('categoriaId', '=', categoriaId).execute()
  if (cupo !== null) await tx.insertInto('cupo').values({ categoriaId, cupo }).execute()
}

/** A category with its limit, its entries and whether it is closed. */
export interface CategoriaRow extends Pick<CategoriasTable, 'id' | 'nombre' | 'dia' | 'orden'> {
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
    .select(['c.id', 'c.nombre', 'c.dia', 'c.orden', 'cupo.cupo', 'cierre.categoriaId as cierre'])
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

type Edited = Pick<CompetidoresTable, ClaveDeTexto | 'nota' | 'categoriaId' | 'musicaPath'>

/** A digest of the values that the entry's form edits. Two equal versions hold equal values. */
export function versionOf(entry: Edited): string {
  const { nota, categoriaId, musicaPath } = entry
  const values = JSON.stringify([...CLAVES_DE_TEXTO.map((clave) => entry[clave]), nota, categoriaId, musicaPath])
  return createHash('sha256').update(values).digest('base64url').slice(0, 16)
}
