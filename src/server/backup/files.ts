import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '../files/store.ts'
import { FILES_FOLDER, OWNER_ONLY } from './format.ts'

/** Copies those that are not there yet. Answers with those that the store does not have. */
export async function copyFiles(files: FileStore, folder: string, paths: Iterable<string>): Promise<string[]> {
  const missing: string[] = []
  for (const path of paths) {
    const to = join(folder, FILES_FOLDER, path)
    if (existsSync(to)) continue
    const content = await files.get(path)
    if (!content) {
      missing.push(path)
      continue
    }
    await mkdir(dirname(to), { recursive: true, mode: OWNER_ONLY.folder })
    await pipeline(content, createWriteStream(to, { mode: OWNER_ONLY.file }))
  }
  return missing
}

/** Takes out what is not to stay. Answers with how many stay. */
export async function keepFiles(folder: string, stays: (path: string) => boolean): Promise<number> {
  const paths = await listBackedUp(folder)
  const gone = paths.filter((path) => !stays(path))
  for (const path of gone) await rm(join(folder, FILES_FOLDER, path), { force: true })
  return paths.length - gone.length
}

/** The stored files that a backup holds. */
export async function listBackedUp(folder: string): Promise<string[]> {
  const root = join(folder, FILES_FOLDER)
  const isFolder = await stat(root).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) return []
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
