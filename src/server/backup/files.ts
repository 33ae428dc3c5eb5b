import { createWriteStream } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { formatCount } from '#domain/plural.ts'
import { ignoreMissing } from '../disk-error.ts'
import { listFiles } from '../files/folder.ts'
import type { FileStore } from '../files/store.ts'
import { BackupError, OWNER_ONLY, type Saved } from './data.ts'

/** The folder of a backup's files, beside its data file. */
export const FILES_FOLDER = 'archivos'

/** The list of a backup's files, with the length of each. It is written last. */
export const LIST_FILE = 'archivos.json'
const list = z.record(z.string(), z.number())

/** Copies the files of a backup. Returns how many: a file that was lost before the backup is left out. */
export async function copyFiles(files: FileStore, folder: string, paths: Iterable<string>): Promise<number> {
  let copied = 0
  for (const path of paths) {
    const content = await files.get(path)
    if (!content) continue
    const to = join(folder, FILES_FOLDER, path)
    await mkdir(dirname(to), { recursive: true, mode: OWNER_ONLY.folder })
    await pipeline(content, createWriteStream(to, { mode: OWNER_ONLY.file }))
    copied += 1
  }
  return copied
}

/** Writes the list of the files of a backup. */
export async function writeList(folder: string): Promise<void> {
  const paths = await listFiles(join(folder, FILES_FOLDER))
  const lengths = await Promise.all(paths.map(async (path) => [path, await lengthOf(folder, path)]))
  const text = JSON.stringify(Object.fromEntries(lengths), null, 1)
  await writeFile(join(folder, LIST_FILE), text, { mode: OWNER_ONLY.file, flush: true })
}

/**
 * The paths of the files of a backup, from its list. A backup of an older version has no list: then the paths of all files in
 * its folder. Throws `BackupError` when the list of a backup that was written with one is missing, and when a file of the list
 * is missing or has another length, as in an interrupted copy of the backup.
 */
export async function listBackedUp(folder: string, { lista }: Pick<Saved, 'lista'>): Promise<string[]> {
  const text = await readFile(join(folder, LIST_FILE), 'utf8').catch(ignoreMissing)
  if (text === undefined && lista)
    throw new BackupError(`El respaldo está incompleto: falta ${LIST_FILE}. Copia otra vez el respaldo entero.`)
  if (text === undefined) return listFiles(join(folder, FILES_FOLDER))
  const lengths = Object.entries(readList(text))
  const found = await Promise.all(lengths.map(async ([path, length]) => (await lengthOf(folder, path)) === length))
  const damaged = lengths.filter((_, index) => !found[index]).map(([path]) => path)
  if (damaged.length > 0)
    throw new BackupError(
      `El respaldo está incompleto. Faltan o están cortados: ${formatCount(damaged.length, 'archivo', 'archivos')}, como ${damaged[0]}. Copia otra vez el respaldo entero.`,
    )
  return lengths.map(([path]) => path)
}

function readList(text: string): z.infer<typeof list> {
  try {
    return list.parse(JSON.parse(text))
  } catch (error) {
    throw new BackupError(`El respaldo está incompleto: no se entiende ${LIST_FILE}.`, { cause: error })
  }
}

/** The length of a file of a backup; null when there is none. */
async function lengthOf(folder: string, path: string): Promise<number | null> {
  return (await stat(join(folder, FILES_FOLDER, path)).catch(ignoreMissing))?.size ?? null
}
