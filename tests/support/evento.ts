import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Readable } from 'node:stream'
import { TABLES } from '../../src/server/db/schema.ts'
import { exportTree } from '../../src/server/interchange/export.ts'
import { importTree, type Imported } from '../../src/server/interchange/import.ts'
import { readSource } from '../../src/server/interchange/source.ts'
import type { TestApp } from './app.ts'
import type { World } from './backup.ts'
import { aCategoria, aCompetidor, seedCalificacion } from './builders.ts'

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

/** A tree in a folder of its own, with files beside it when some are named: what is in one is its own name, after `before`. */
export function treeIn(tree: unknown, files: readonly string[] = [], before = ''): string {
  const file = join(mkdtempSync(join(tmpdir(), 'salsa-arbol-')), 'evento.json')
  writeFileSync(file, JSON.stringify(tree))
  for (const path of files) {
    const at = join(dirname(file), 'files', path)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, before === '' ? path : `${before} ${path}`)
  }
  return file
}

export async function load(app: TestApp, file: string, { replace = false } = {}): Promise<Imported> {
  return importTree(app.deps, await readSource(file), { replace })
}

/** Exports to a folder of its own. Answers with the tree's file. */
export async function unload(app: World): Promise<string> {
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

/** A small tree, and its files. */
export const TREE = {
  users: { u1: { email: 'ana@example.com', fotoPath: 'fotos/nueva.jpg' } },
  categorias: { c1: { nombre: 'Salsa', dia: 'jueves' } },
  competidores: { salsa: { e1: { nombre: 'Ana', categoria: 'Salsa', dia: 'jueves', musicaPath: 'musica/nueva.mp3' } } },
}
export const FILES = ['fotos/nueva.jpg', 'musica/nueva.mp3', 'carrusel/nueva.jpg']

export async function put(app: TestApp, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) await app.deps.files.put(path, Readable.from([path]))
}

/** An event with files of an entry, of a user and of the home page, and one orphan. */
export async function seedEvento(app: TestApp): Promise<void> {
  const categoria = aCategoria({ nombre: 'Vieja' })
  const entry = aCompetidor({ categoriaId: categoria.id, musicaPath: 'musica/vieja.mp3' })
  await app.deps.db.write(async (tx) => {
    await tx.insertInto('categorias').values(categoria).execute()
    await tx.insertInto('competidores').values(entry).execute()
    await tx.updateTable('users').set({ fotoPath: 'fotos/vieja.jpg' }).execute()
  })
  await seedCalificacion(app, entry.id, 'Juez viejo', '1')
  await put(app, 'musica/vieja.mp3', 'fotos/vieja.jpg', 'carrusel/vieja.jpg')
}

export const stored = (app: TestApp): Promise<string[]> => app.deps.files.list('')
