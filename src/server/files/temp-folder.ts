import { lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from './folder.ts'

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
