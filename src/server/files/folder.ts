import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { causeOf } from '../disk-error.ts'

/** Makes a folder with those above it. Node's own `recursive` tries for ever where nothing can be made, as in `/proc`. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  const above = dirname(path)
  if (above !== path) makeFolder(above)
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process that starts now may have been quicker.
    if (!isFolder(path)) throw error
  }
}

/** Throws when what is there cannot be read and written. */
export function mustBeWritable(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) accessSync(path, constants.R_OK | constants.W_OK)
}

/** Throws when what is there is no folder, or one that cannot be read and written. */
export function mustBeWritableFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) accessSync(`${path}/.`, constants.R_OK | constants.W_OK)
}

/** Bits of a mode that give access to the group and to others. */
const OTHERS = 0o077

/**
 * Takes the access of the machine's other users from what a data folder holds of ours, by the names that `isOurs` knows. The
 * folder itself is closed too, unless something else stands in it. Links inside are not followed.
 */
export function closeToOthers(folder: string, isOurs: (name: string) => boolean): void {
  // Windows has no such modes: a folder inherits its permissions there.
  if (process.platform === 'win32') return
  const names = readdirSync(folder)
  if (names.every(isOurs)) closeOne(folder)
  for (const path of names.filter(isOurs).map((name) => join(folder, name))) {
    closeOne(path)
    for (const inside of listTree(path)) closeOne(inside)
  }
}

/** Files and folders below a path; none below a file. */
function listTree(path: string): string[] {
  if (!isFolder(path)) return []
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    // Another process removes something at this moment: the folder itself is closed, and the next start looks again.
    if (causeOf(error) === null) throw error
    return []
  }
}

function closeOne(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & OTHERS) === 0) return
  try {
    chmodSync(path, mode & 0o7777 & ~OTHERS)
  } catch (error) {
    // A file of another user, dropped in by hand, or a disk without modes: the folder above it is what protects it.
    if (causeOf(error) === null) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
