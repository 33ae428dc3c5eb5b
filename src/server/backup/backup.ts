import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { VISITANTE } from '#domain/actor.ts'
import { allowPauses } from '../db/change-log.ts'
import { upsert, type Database } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { codeOf, ignoreMissing } from '../disk-error.ts'
import { copyTo } from '../files/content.ts'
import { makeTempFolder, sweepTempFolders, type TempFolderKind } from '../files/folder.ts'
import { CARRUSEL, type FileStore } from '../files/store.ts'
import { readHiddenImages, readNamedFiles } from '../sweep.ts'
import { transact } from '../work.ts'
import { BackupError, type BackedUp, DATA_FILE, FILES_FOLDER, LIST_FILE, writeData, writeList } from './data.ts'

const ASIDE: TempFolderKind = {
  prefix: '.respaldo-',
  named: /^\.(respaldo-[A-Za-z0-9]{6}|\d+\.respaldo)$/,
  holds: [DATA_FILE, FILES_FOLDER, LIST_FILE],
}

/**
 * Writes the whole system to a new folder while the server runs: the rows of one transaction and every file that they name.
 * A stored file never changes, and stays for a day after its last name, so the files are copied after the transaction.
 * The folder is renamed from a temporary one at the end, so a folder with this name is a complete backup. Throws
 * `BackupError` when the folder is not empty.
 */
export async function backup(db: Database, files: FileStore, folder: string, now: Date): Promise<BackedUp> {
  await mustBeFree(folder)
  const aside = await makeTempFolder(folder, ASIDE)
  try {
    await sweepTempFolders(aside, ASIDE)
    const done = await copyAll(db, files, aside, now)
    await renameIntoPlace(aside, folder)
    return done
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** Tells the system when its last backup was made. Open pages of administrators update. */
export async function noteBackup(deps: Deps, now: Date): Promise<void> {
  await transact(deps, { actor: VISITANTE }, async (work) => {
    await upsert(work.tx, 'respaldo', ['id'], { id: 1, fecha: now.toISOString() })
    work.changed({ kind: 'respaldo' })
  })
}

/** Throws when the folder exists and is not empty. A link is refused too: a folder cannot be renamed over a link. */
async function mustBeFree(folder: string): Promise<void> {
  const found = await lstat(folder).catch(ignoreMissing)
  if (!found) return
  if (!found.isDirectory()) throw new BackupError(`${folder} es un enlace o un archivo. Usa una carpeta que no exista.`)
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`La carpeta ${folder} no está vacía. Usa una que no exista.`)
}

/** Renames the complete backup to its name. Throws when the folder was filled meanwhile. */
async function renameIntoPlace(aside: string, folder: string): Promise<void> {
  try {
    await rmdir(folder).catch(ignoreMissing)
    await rename(aside, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
    throw new BackupError(
      `Alguien usó la carpeta ${folder} mientras tanto. No se respaldó nada: usa una que no exista.`,
    )
  }
}

async function copyAll(db: Database, files: FileStore, folder: string, now: Date): Promise<BackedUp> {
  // Listed before the rows are read: an image that is added meanwhile has a row, or is not in the list.
  const images = await files.list(CARRUSEL)
  const { renglones, paths } = await db.read(async (tx) => {
    // A slow disk may take long to write the rows.
    await allowPauses(tx, db.engine)
    const hidden = new Set(await readHiddenImages(tx))
    // An image without a row was copied there by an operator while no server ran.
    const named = new Set([...(await readNamedFiles(tx)), ...images.filter((path) => !hidden.has(path))])
    return { renglones: await writeData(tx, folder, now), paths: named }
  })
  // A file that was lost before the backup is left out.
  const missing = await copyTo(join(folder, FILES_FOLDER), files, paths)
  await writeList(folder)
  return { renglones, archivos: paths.size - missing.length }
}
