import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { allowPauses, holdCommands, readHead, readLog } from '../db/change-log.ts'
import type { Database, Tx } from '../db/database.ts'
import { ignoreMissing } from '../disk-error.ts'
import { makeTempFolder, sweepTempFolders, type TempFolderKind } from '../files/temp-folder.ts'
import type { FileStore } from '../files/store.ts'
import { listLote } from '../interchange/staging.ts'
import { BackupError, DATA_FILE, writeData } from './data.ts'
import {
  copyFiles,
  FILES_FOLDER,
  LIST_FILE,
  readNamed,
  removeFilesUnless,
  writeList,
  type NamedFiles,
} from './files.ts'

/** Attempts during which commands run. From the next one on, commands wait. */
const FREE_ATTEMPTS = 4

/** A command that deletes a file and then its row takes less than this. */
const DELETION_MS = 5_000

export interface BackedUp {
  readonly renglones: number
  readonly archivos: number
}

const ASIDE: TempFolderKind = {
  prefix: '.respaldo-',
  named: /^\.(respaldo-[A-Za-z0-9]{6}|\d+\.respaldo)$/,
  holds: [DATA_FILE, FILES_FOLDER, LIST_FILE],
}

/** The sources of a backup, and the folder that it writes to. */
interface Copying {
  readonly db: Database
  readonly files: FileStore
  readonly folder: string
  readonly now: Date
}

/**
 * Writes the whole system to a new folder while the server runs: the rows of one transaction and every file that they name.
 * The folder is renamed from a temporary one at the end, so a folder with this name is a complete backup. Throws
 * `BackupError` when the folder is not empty.
 */
export async function backup(db: Database, files: FileStore, folder: string, now: Date): Promise<BackedUp> {
  await mustBeFree(folder)
  const aside = await makeTempFolder(folder, ASIDE)
  try {
    await sweepTempFolders(aside, ASIDE)
    const done = await copyAll({ db, files, folder: aside, now })
    await renameIntoPlace(aside, folder)
    return done
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
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
    const isTaken = error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST'].includes(String(error.code))
    if (!isTaken) throw error
    throw new BackupError(
      `Alguien usó la carpeta ${folder} mientras tanto. No se respaldó nada: usa una que no exista.`,
    )
  }
}

/** The rows of one transaction, and the files that belong to them. */
interface Copied {
  readonly renglones: number
  readonly paths: ReadonlySet<string>
  /** Files that the rows name and that the store does not have. */
  readonly missing: readonly string[]
}

/**
 * Copies the files, then writes the rows, then copies the files that were added meanwhile. When a file was removed in
 * between, the attempt is repeated; each is shorter than the one before. After `FREE_ATTEMPTS`, commands wait during the
 * last part, so no file can be removed.
 */
async function copyAll(copying: Copying): Promise<BackedUp> {
  for (let attempt = 1; ; attempt += 1) {
    const copied = await tryCopy(copying, attempt > FREE_ATTEMPTS)
    if (!copied) continue
    // Files that were copied and then removed, before the rows were read, are not part of the backup.
    const stored = new Set(await copying.files.list(''))
    const stays = (path: string): boolean => copied.paths.has(path) || stored.has(path)
    const archivos = await removeFilesUnless(copying.folder, stays)
    await writeList(copying.folder)
    return { renglones: copied.renglones, archivos }
  }
}

/** One attempt. Returns nothing when it must be repeated; starts again from no files when an import replaced some. */
async function tryCopy(copying: Copying, holding: boolean): Promise<Copied | undefined> {
  const { db, files, folder } = copying
  const { revision, lotes } = await db.read(async (tx) => ({ ...(await readHead(tx)), ...(await readNamed(tx)) }))
  const staged = await listStaged(copying, lotes)
  await copyFiles(files, folder, await files.list(''))
  const copied = holding
    ? await copyWhileHeld(copying)
    : await copyNamed(copying, await db.read((tx) => writeRows(tx, copying)))
  const { changes } = await db.read((tx) => readLog(tx, revision))
  const isImporting = (await listStaged(copying, lotes)).length < staged.length
  if (isImporting || changes.some(({ kind }) => kind === 'todo')) {
    await rm(join(folder, FILES_FOLDER), { recursive: true, force: true })
    return undefined
  }
  return (await areLost(copying, copied.missing)) ? copied : undefined
}

/** Lets commands wait while the rows are written and the remaining files are copied. */
function copyWhileHeld(copying: Copying): Promise<Copied> {
  return copying.db.write(async (tx) => {
    await holdCommands(tx)
    return copyNamed(copying, await writeRows(tx, copying))
  })
}

interface Written extends NamedFiles {
  readonly renglones: number
}

async function writeRows(tx: Tx, { db, folder, now }: Copying): Promise<Written> {
  // A slow disk may take long to write the rows.
  await allowPauses(tx, db.engine)
  return { renglones: await writeData(tx, folder, now), ...(await readNamed(tx)) }
}

/** Copies the files of the rows. Staged files come first: a file moves from staging to its name, never back. */
async function copyNamed(copying: Copying, { renglones, paths, lotes }: Written): Promise<Copied> {
  const staged = await listStaged(copying, lotes)
  await copyFiles(copying.files, copying.folder, staged)
  const missing = await copyFiles(copying.files, copying.folder, paths)
  return { renglones, paths: new Set([...paths, ...staged]), missing }
}

async function listStaged({ files }: Copying, lotes: readonly string[]): Promise<string[]> {
  return (await Promise.all(lotes.map((lote) => listLote({ files }, lote)))).flat()
}

/**
 * Whether missing files were lost before the backup began: their names stay in the rows. An image is deleted before its row,
 * so the name of a file that is being deleted goes within `DELETION_MS`.
 */
async function areLost({ db }: Copying, missing: readonly string[]): Promise<boolean> {
  if (missing.length === 0) return true
  for (const until = performance.now() + DELETION_MS; performance.now() < until;) {
    const { paths } = await db.read(readNamed)
    if (!missing.every((path) => paths.has(path))) return false
    await wait(100)
  }
  return true
}
