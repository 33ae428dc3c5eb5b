import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TABLES } from '../../src/server/backup/tables.ts'
import { exportTree } from '../../src/server/interchange/export.ts'
import { importTree, type Imported } from '../../src/server/interchange/import.ts'
import { readSource } from '../../src/server/interchange/source.ts'
import type { TestApp } from './app.ts'

/** A real event of three days in the interchange format, with short tracks. */
export const EVENTO = fileURLToPath(new URL('../fixtures/evento/evento.json', import.meta.url))

export interface Tree {
  users: Record<string, Record<string, unknown>>
  categorias: Record<string, { id: string; nombre: string; orden: number; dia?: string }>
  competidores: Record<string, Record<string, { nombre: string; categoria: string; dia: string; orden?: number }>>
  adminMinutoAMinuto: { hora: string; minutosPorCompetidor: number; selectedRow: number }
  calificaciones: Record<string, Record<string, Record<string, Record<string, Record<string, string>>>>>
  [collection: string]: unknown
}

export const readEvento = (): Tree => readTreeAt(EVENTO)

/** A tree in a folder of its own, with files beside it when some are named: what is in one is its own name. */
export function treeIn(tree: unknown, files: readonly string[] = []): string {
  const file = join(mkdtempSync(join(tmpdir(), 'salsa-arbol-')), 'evento.json')
  writeFileSync(file, JSON.stringify(tree))
  for (const path of files) {
    const at = join(dirname(file), 'files', path)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, path)
  }
  return file
}

export async function load(app: TestApp, file: string, { replace = false } = {}): Promise<Imported> {
  return importTree(app.deps, await readSource(file), { replace })
}

/** Exports to a folder of its own. Answers with the tree's file. */
export async function unload(app: TestApp): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'salsa-salida-')), 'evento.json')
  await exportTree(app.deps, file)
  return file
}

export const readTreeAt = (file: string): Tree => JSON.parse(readFileSync(file, 'utf8'))

/** The bytes of everything in a folder, by path. */
export function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'base64')]),
  )
}

/** Everything that the database holds. */
export async function rowsOf(app: TestApp): Promise<Record<string, string[]>> {
  return app.deps.db.read(async (tx) => {
    const all: Record<string, string[]> = {}
    for (const table of TABLES) {
      const rows = await tx.selectFrom(table).selectAll().execute()
      all[table] = rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted()
    }
    return all
  })
}
