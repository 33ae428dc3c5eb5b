import { lstat, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** No run is at work for so long: whoever made an older folder was killed. */
const KEEP_MS = 24 * 60 * 60_000

/** How the folders of a kind of run are known. */
export interface Kind {
  readonly prefix: string
  /** Whether a folder may be of such a run, older versions' included. */
  readonly named: RegExp
  /** All that such a run puts there. */
  readonly holds: readonly string[]
}

/** A folder of this run alone, for its owner alone, beside the place that what is made in it will take. */
export async function makeAside(place: string, { prefix }: Kind): Promise<string> {
  await mkdir(dirname(place), { recursive: true })
  return mkdtemp(join(dirname(place), prefix))
}

/**
 * Takes away what killed runs have left beside the folder of this one: by the clock of the disk, whoever's that is. What
 * cannot be looked at or taken away is another's, and keeps nobody from going on.
 */
export async function sweepAsides(mine: string, kind: Kind): Promise<void> {
  const beside = dirname(mine)
  const before = new Date((await stat(mine)).mtimeMs - KEEP_MS)
  const names = await readdir(beside).catch(() => [])
  for (const path of names.filter((name) => kind.named.test(name)).map((name) => join(beside, name))) {
    if (await isForgotten(path, before, kind).catch(() => false))
      await rm(path, { recursive: true }).catch(() => undefined)
  }
}

/** Of before then, with nothing in it that is not such a run's. */
async function isForgotten(path: string, before: Date, { holds }: Kind): Promise<boolean> {
  const found = await lstat(path)
  if (!found.isDirectory() || found.mtime >= before) return false
  return (await readdir(path)).every((name) => holds.includes(name))
}
