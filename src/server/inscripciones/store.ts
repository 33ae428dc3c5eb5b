import { createHash } from 'node:crypto'
import { CLAVES_DE_TEXTO, type ClaveDeTexto } from '#domain/competidor.ts'
import type { CompetidoresTable } from '../db/schema.ts'

type Edited = Pick<CompetidoresTable, ClaveDeTexto | 'nota' | 'categoriaId' | 'musicaPath'>

/** A digest of the values that the entry's form edits. Two equal versions hold equal values. */
export function versionOf(entry: Edited): string {
  const { nota, categoriaId, musicaPath } = entry
  const values = JSON.stringify([...CLAVES_DE_TEXTO.map((clave) => entry[clave]), nota, categoriaId, musicaPath])
  return createHash('sha256').update(values).digest('base64url').slice(0, 16)
}
