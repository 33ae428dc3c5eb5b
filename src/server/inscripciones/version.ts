import { createHash } from 'node:crypto'
import type { CompetidoresTable } from '../db/schema.ts'

type Edited = Pick<CompetidoresTable, 'nombre' | 'compania' | 'categoriaId' | 'musicaPath'>

/** A digest of the values that the entry's form edits. Two equal versions hold equal values. */
export function versionOf({ nombre, compania, categoriaId, musicaPath }: Edited): string {
  const values = JSON.stringify([nombre, compania, categoriaId, musicaPath])
  return createHash('sha256').update(values).digest('base64url').slice(0, 16)
}
