import { createHash } from 'node:crypto'
import type { CategoriaConocida } from '#domain/carga.ts'
import { CLAVES_DE_TEXTO, type ClaveDeTexto } from '#domain/competidor.ts'
import type { Tx } from '../db/database.ts'
import type { CompetidoresTable } from '../db/schema.ts'

type Edited = Pick<CompetidoresTable, ClaveDeTexto | 'nota' | 'categoriaId' | 'musicaPath'>

/** A digest of the values that the entry's form edits. Two equal versions hold equal values. */
export function versionOf(entry: Edited): string {
  const { nota, categoriaId, musicaPath } = entry
  const values = JSON.stringify([...CLAVES_DE_TEXTO.map((clave) => entry[clave]), nota, categoriaId, musicaPath])
  return createHash('sha256').update(values).digest('base64url').slice(0, 16)
}

/** The days and names that categories had, by the id of the category. */
export async function readAnteriores(tx: Tx): Promise<ReadonlyMap<string, CategoriaConocida['anteriores']>> {
  const rows = await tx.selectFrom('anterior').selectAll().execute()
  const byCategoria = Map.groupBy(rows, ({ categoriaId }) => categoriaId)
  const withoutId = ({ dia, nombre, revision }: (typeof rows)[number]) => ({ dia, nombre, revision })
  return new Map([...byCategoria].map(([id, list]) => [id, list.map(withoutId)]))
}
