import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Tx } from '../db/database.ts'
import { listFiles } from '../files/folder.ts'
import type { FileStore } from '../files/store.ts'
import { CARRUSEL } from '../interchange/source.ts'
import { listPendientes, readNamedFiles } from '../interchange/store.ts'
import { listReadySubidas } from '../musica/store.ts'
import { stagedPath } from '../musica/subidas.ts'
import { readGaleria } from '../evento/store.ts'
import { OWNER_ONLY } from './data.ts'

/** The folder of a backup's files, beside its data file. */
export const FILES_FOLDER = 'archivos'

/** The stored files that the database names at one moment, which a backup must hold, and the imports under way. */
export interface NamedFiles {
  readonly paths: ReadonlySet<string>
  /** Batches of an import whose rows are inserted and whose files may still be staged. */
  readonly lotes: readonly string[]
}

/** Reads the paths in the transaction that also reads the rows. */
export async function readNamed(tx: Tx): Promise<NamedFiles> {
  const carrusel = (await readGaleria(tx)).map(({ id }) => `${CARRUSEL}/${id}`)
  const subidas = (await listReadySubidas(tx)).map(({ id }) => stagedPath(id))
  return {
    paths: new Set([...(await readNamedFiles(tx)), ...carrusel, ...subidas]),
    lotes: await listPendientes(tx),
  }
}

/** Copies the files that the backup does not have yet. Returns the paths that the store does not have. */
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

/** Removes the files of a backup for which `stays` returns false. Returns the number of files left. */
export async function removeFilesUnless(folder: string, stays: (path: string) => boolean): Promise<number> {
  const paths = await listBackedUp(folder)
  const gone = paths.filter((path) => !stays(path))
  for (const path of gone) await rm(join(folder, FILES_FOLDER, path), { force: true })
  return paths.length - gone.length
}

/** The paths of the files in a backup. */
export async function listBackedUp(folder: string): Promise<string[]> {
  return listFiles(join(folder, FILES_FOLDER))
}
