import { accessSync, chmodSync, constants, mkdirSync, statSync, type Dirent } from 'node:fs'
import { readdir, stat, lstat, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { causeOf, codeOf, ignoreMissing } from '../disk-error.ts'

/** Makes a folder and its parents. `mkdir` with `recursive` never returns where no folder can be made, as in `/proc`. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have made it since the check.
    if (!isFolder(path)) throw error
  }
}

/** Throws when the path exists and cannot be read and written. */
export function mustBeWritable(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })) return
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    // Another process may have deleted it since the check, as SQLite does with the files of a closed database.
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** Throws when the path exists and is no folder, or a folder that cannot be read and written. */
export function mustBeWritableFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) accessSync(`${path}/.`, constants.R_OK | constants.W_OK)
}

/**
 * The paths of all files in a folder and its subfolders, relative to the folder, with `/` between segments. Symbolic links
 * are neither listed nor followed. Empty when the path is no folder or does not exist.
 */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await entriesIn(folder)
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** Files, folders and links of a folder and its subfolders. */
async function entriesIn(folder: string): Promise<Dirent[]> {
  const found = await stat(folder).catch(ignoreMissing)
  return found?.isDirectory() ? readdir(folder, { recursive: true, withFileTypes: true }) : []
}

/** Bits of a mode that give access to the group and to others. */
const OTHERS = 0o077

/**
 * Removes the access of other users of the machine from the entries of a data folder that `isOurs` accepts by name, with all
 * that they contain. Restricts the folder itself too, unless it has other entries. Does not follow links inside.
 */
export async function restrictToOwner(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  // Windows has no such modes: a folder inherits its permissions there.
  if (process.platform === 'win32') return
  const names = await readdir(folder)
  if (names.every(isOurs)) restrictEntry(folder)
  for (const path of names.filter(isOurs).map((name) => join(folder, name))) {
    restrictEntry(path)
    const entries = await entriesIn(path).catch((error: unknown) => {
      // Another process removed the folder after it was listed. The folder above it is closed, and the next start closes the rest.
      if (causeOf(error) === null) throw error
      return []
    })
    for (const entry of entries) {
      if (entry.isFile() || entry.isDirectory()) restrictEntry(join(entry.parentPath, entry.name))
    }
  }
}

function restrictEntry(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & OTHERS) === 0) return
  try {
    chmodSync(path, mode & 0o7777 & ~OTHERS)
  } catch (error) {
    // The file belongs to another user, or the disk has no modes: the folder above it protects it.
    if (causeOf(error) === null) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** A run takes less time than this. The process that made an older folder was killed. */
const KEEP_MS = 24 * 60 * 60_000

/** The temporary folders of one kind of run (an export, a backup). */
export interface TempFolderKind {
  readonly prefix: string
  /** The names of such folders. */
  readonly named: RegExp
  /** Every name that such a run creates in its folder. */
  readonly holds: readonly string[]
}

/** Makes a temporary folder beside `place`, which only its owner can read. */
export async function makeTempFolder(place: string, { prefix }: TempFolderKind): Promise<string> {
  makeFolder(dirname(place))
  return mkdtemp(join(dirname(place), prefix))
}

/**
 * Removes the temporary folders that killed runs left beside the folder of this run. Compares times of the disk only. Ignores
 * folders that it may not read or remove: they belong to another user.
 */
export async function sweepTempFolders(mine: string, kind: TempFolderKind): Promise<void> {
  const beside = dirname(mine)
  const before = new Date((await stat(mine)).mtimeMs - KEEP_MS)
  const names = await readdir(beside).catch(() => [])
  for (const path of names.filter((name) => kind.named.test(name)).map((name) => join(beside, name))) {
    if (await isForgotten(path, before, kind).catch(() => false))
      await rm(path, { recursive: true }).catch(() => undefined)
  }
}

/** Whether a folder is older than `before` and contains nothing but files of such a run. */
async function isForgotten(path: string, before: Date, { holds }: TempFolderKind): Promise<boolean> {
  const found = await lstat(path)
  if (!found.isDirectory() || found.mtime >= before) return false
  return (await readdir(path)).every((name) => holds.includes(name))
}
