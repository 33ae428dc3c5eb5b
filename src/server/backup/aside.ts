import { lstat, mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupError, DATA_FILE, FILES_FOLDER, OWNER_ONLY } from './format.ts'

const ASIDE = '.respaldo-'
/** As they are named here, and as older versions named them, by the process. */
const ASIDE_NAME = /^\.(respaldo-[A-Za-z0-9]{6}|\d+\.respaldo)$/
/** No backup is at work for so long: whoever made an older one was killed. */
const KEEP_MS = 24 * 60 * 60_000

/** Throws when the place of a backup is taken. */
export async function mustBeFree(folder: string): Promise<void> {
  const there = await readdir(folder).catch(ignoreMissing)
  if (there && there.length > 0) throw new BackupError(`La carpeta ${folder} ya tiene algo. Di una que no exista.`)
}

/**
 * A folder of this run alone, beside the place where the backup goes, for its owner alone. What killed runs have left there
 * holds credentials too: it is swept, never taken up.
 */
export async function makeAside(folder: string, now: Date): Promise<string> {
  const beside = dirname(folder)
  await mkdir(beside, { recursive: true, mode: OWNER_ONLY.folder })
  await sweep(beside, new Date(now.getTime() - KEEP_MS))
  return mkdtemp(join(beside, ASIDE))
}

/** What cannot be looked at or taken away is another's, and keeps nobody from a backup. */
async function sweep(beside: string, before: Date): Promise<void> {
  const names = await readdir(beside).catch(() => [])
  for (const name of names.filter((one) => ASIDE_NAME.test(one))) {
    const path = join(beside, name)
    if (await isForgotten(path, before).catch(() => false)) await rm(path, { recursive: true }).catch(() => undefined)
  }
}

/** Of before then, with nothing in it that is not a backup's. */
async function isForgotten(path: string, before: Date): Promise<boolean> {
  const found = await lstat(path)
  if (!found.isDirectory() || found.mtime >= before) return false
  return (await readdir(path)).every((name) => name === DATA_FILE || name === FILES_FOLDER)
}

/** Gives what is whole its name. An empty folder may have it; whatever somebody put there since is theirs. */
export async function takePlace(aside: string, folder: string): Promise<void> {
  try {
    await rmdir(folder).catch(ignoreMissing)
    await rename(aside, folder)
  } catch (error) {
    if (!isOccupied(error)) throw error
    throw new BackupError(
      `Mientras tanto alguien llenó la carpeta ${folder}. No se respaldó nada: di una que no exista.`,
    )
  }
}

function isOccupied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
