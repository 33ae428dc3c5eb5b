import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Source } from './import.ts'

export const FILES_FOLDER = 'files'

/** What stops an import or an export before anything is done, in a sentence for the person. */
export class SourceError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'SourceError'
  }
}

/** Reads a tree from its file, with what lies in the folder beside it. Throws `SourceError`. */
export async function readSource(file: string): Promise<Source> {
  const json = parse(await readText(file), file)
  const folder = join(dirname(file), FILES_FOLDER)
  return { json, files: (await isFolder(folder)) ? { folder, names: await namesIn(folder) } : null }
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new SourceError(`No existe el archivo ${file}.`, error)
    throw new SourceError(`No se puede leer ${file} (${error.message}).`, error)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new SourceError(`${file} no es un texto en UTF-8.`, error)
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    throw new SourceError(`${file} no es JSON (${why}).`, error)
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new SourceError(`No se puede leer la carpeta ${path} (${error.message}).`, error)
  })
  return found?.isDirectory() ?? false
}

/** What systems drop into every folder (`.DS_Store`) is nobody's file. */
async function namesIn(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep))
    .filter((steps) => !steps.some((step) => step.startsWith('.')))
    .map((steps) => steps.join('/'))
  return new Set(paths)
}
