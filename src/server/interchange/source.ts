import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Arbol } from '#contract/interchange.ts'
import { formatCount } from '#domain/plural.ts'
import { causeOf } from '../disk-error.ts'
import { listFiles } from '../files/folder.ts'
import { CARRUSEL, isHidden, isStorePath } from '../files/store.ts'
import { recordsOf } from './records.ts'
import type { Notices, Path } from './shape.ts'

/** The folder of a tree's files, beside its JSON file. */
export const FILES_FOLDER = 'files'

/** A tree to import: its JSON, and its folder of files with the names in it. */
export interface Source {
  readonly json: unknown
  readonly files: { readonly folder: string; readonly names: ReadonlySet<string> } | null
}

/** Stops an import or an export before anything is changed. The message is for the person who runs the command. */
export class SourceError extends Error {}

/** Reads a JSON file and lists the folder of files beside it. Throws `SourceError`. */
export async function readSource(file: string): Promise<Source> {
  const json = parse(await readText(file), file)
  const folder = join(dirname(file), FILES_FOLDER)
  if (!(await isFolder(folder))) return { json, files: null }
  // Operating systems add hidden files (`.DS_Store`).
  const names = (await listFiles(folder)).filter((path) => !isHidden(path))
  return { json, files: { folder, names: new Set(names) } }
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new SourceError(`No existe el archivo ${file}.`, { cause: error })
    throw new SourceError(`No se puede leer ${file}: ${causeOf(error) ?? error.message}.`, { cause: error })
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new SourceError(`${file} no es un texto en UTF-8.`, { cause: error })
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SourceError(`${file} no es JSON: ${faultOfJson(text, error)}.`, { cause: error })
  }
}

/** Describes the fault of a text that is not JSON. Uses only the position in the parser's message, which is in English. */
function faultOfJson(text: string, error: unknown): string {
  if (text.trim() === '') return 'está vacío'
  const message = error instanceof Error ? error.message : ''
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  if (line !== undefined) return `revisa la línea ${line}, columna ${column}`
  const [, near] = /^Unexpected token .*?, (?:\.{3})?"(.*)"(?:\.{3})? is not valid JSON$/s.exec(message) ?? []
  return near === undefined ? 'se corta antes de terminar' : `revisa lo que hay en «${near.replaceAll(/\s+/g, ' ')}»`
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new SourceError(`No se puede leer la carpeta ${path}: ${causeOf(error) ?? error.message}.`, { cause: error })
  })
  return found?.isDirectory() ?? false
}

/**
 * Checks the file paths of a tree: each must be valid and in the folder of files (`names`). A missing file is a fault, unless
 * `extra.faltan` lists it. Files outside `carrusel` that the tree does not use give one warning with their count. Without a
 * folder (`names` is null), one warning gives the number of missing files.
 */
export function checkFiles(tree: Arbol, names: ReadonlySet<string> | null, notices: Notices): void {
  const files = filesOf(tree).filter(({ path, file }) => validatePath(path, file, notices))
  const named = new Set(files.map(({ file }) => file))
  if (names === null) {
    if (named.size > 0)
      notices.warn(['files'], `No hay carpeta files/. Faltan: ${formatCount(named.size, 'archivo', 'archivos')}.`)
    return
  }
  const known = new Set(tree.extra.faltan)
  for (const { path, file } of files) {
    if (!names.has(file) && !known.has(file)) notices.fault(path, `Falta el archivo files/${file}.`)
  }
  const unnamed = [...names].filter((name) => !named.has(name) && !isOfCarrusel(name))
  if (unnamed.length > 0)
    notices.warn(
      ['files'],
      `Sin uso en el evento, no se importan: ${formatCount(unnamed.length, 'archivo', 'archivos')}.`,
    )
}

/** Whether a file is an image of the home page: they are imported although no row names them. */
export function isOfCarrusel(path: string): boolean {
  return path.startsWith(`${CARRUSEL}/`)
}

function filesOf({ users, competidores }: Arbol): { path: Path; file: string }[] {
  const fotos = recordsOf(users).map(([uid, { fotoPath }]) => ({ path: ['users', uid, 'fotoPath'], file: fotoPath }))
  const musica = recordsOf(competidores).flatMap(([slug, entries]) =>
    recordsOf(entries).map(([clave, { musicaPath }]) => ({
      path: ['competidores', slug, clave, 'musicaPath'],
      file: musicaPath,
    })),
  )
  return [...fotos, ...musica].flatMap(({ path, file }) => (file ? [{ path, file }] : []))
}

/** Whether a text is the path of a photo or a track, as its field requires. Reports a fault when it is not. */
function validatePath(path: Path, file: string, notices: Notices): boolean {
  const folder = path.at(-1) === 'fotoPath' ? 'fotos/' : 'musica/'
  if (isStorePath(file) && file.startsWith(folder)) return true
  notices.fault(path, `No es la ruta de un archivo: debe empezar por ${folder}, sin «..» ni «\\».`)
  return false
}
