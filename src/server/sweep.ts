import type { Tx } from './db/database.ts'
import type { Deps } from './deps.ts'

/** A folder of stored files whose orphans are removed. */
export interface SweptFolder {
  readonly folder: string
  /** A file is removed after it was an orphan for this long. */
  readonly graceMs: number
  /** Every path that a row names. */
  readonly named: (tx: Tx) => Promise<string[]>
}

type World = Pick<Deps, 'db' | 'files' | 'log' | 'now'>

/** Unfinished writes older than this are removed. No write takes so long. */
const UNFINISHED_MS = 24 * 60 * 60_000

/**
 * Removes orphans: stored files that no row names. The first sweep that sees an orphan notes the time; a later sweep removes
 * it after the grace period of its folder. So the file store need not know the age of a file, and a file that is written now
 * and named a moment later is safe. Two instances may sweep at the same time.
 */
export async function sweep(world: World, folders: readonly SweptFolder[]): Promise<void> {
  await world.files.tidy(new Date(world.now() - UNFINISHED_MS)).catch((error: unknown) => {
    // The next sweep retries. This sweep still removes the orphans.
    world.log.warn({ err: error }, 'what was never finished could not be cleared away')
  })
  for (const folder of folders) {
    for (const path of await findDue(world, folder)) {
      // Removing many takes long: an import may have given one of them its name again, and its content.
      if ((await world.db.read(folder.named)).includes(path)) continue
      await world.files.remove(path).catch((error: unknown) => {
        // The next sweep retries.
        world.log.warn({ err: error, path }, 'a file that nothing names could not be removed')
      })
    }
  }
}

/** Notes new orphans and forgets files that have a name again. Returns the orphans whose grace period is over. */
async function findDue({ db, files, now }: World, { folder, graceMs, named }: SweptFolder): Promise<string[]> {
  // Listed before the rows are read: a file that is stored and named in between is not in the list.
  const paths = await files.list(folder)
  return db.write(async (tx) => {
    const names = new Set(await named(tx))
    const orphans = new Set(paths.filter((path) => !names.has(path)))
    const noted = await tx.selectFrom('archivo_suelto').selectAll().where('carpeta', '=', folder).execute()
    for (const { path } of noted) {
      if (!orphans.has(path)) await tx.deleteFrom('archivo_suelto').where('path', '=', path).execute()
    }
    const known = new Set(noted.map(({ path }) => path))
    for (const path of orphans) {
      if (known.has(path)) continue
      await tx
        .insertInto('archivo_suelto')
        .values({ path, carpeta: folder, desde: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const due = now() - graceMs
    return noted.filter(({ path, desde }) => orphans.has(path) && desde <= due).map(({ path }) => path)
  })
}
