import type { Logger } from 'pino'
import type { Database, Tx } from '../db/database.ts'
import type { FileStore } from './store.ts'

/** A folder whose files are named by rows, and for how long one may stand there that none names. */
export interface Kept {
  readonly folder: string
  readonly graceMs: number
  /** Every path that a row names. */
  readonly named: (tx: Tx) => Promise<string[]>
}

interface World {
  readonly db: Database
  readonly files: FileStore
  readonly log: Pick<Logger, 'warn'>
  readonly now: () => Date
}

/** Longer than anything takes to be written. */
const UNFINISHED_MS = 24 * 60 * 60_000

/**
 * Removes files that nothing names: what was sent ahead and never used, what a failure left behind. A file is first seen
 * loose, and goes at a later look if it still is: so no store need tell a file's age, and what is being named right
 * now is safe. Two instances may sweep at once.
 */
export async function sweep(world: World, kept: readonly Kept[]): Promise<void> {
  await world.files.tidy(new Date(world.now().getTime() - UNFINISHED_MS)).catch((error: unknown) => {
    // What it could not look at, the next sweep will; what nothing names is to go all the same.
    world.log.warn({ err: error }, 'what was never finished could not be cleared away')
  })
  for (const folder of kept) {
    for (const path of await findLoose(world, folder)) {
      await world.files.remove(path).catch((error: unknown) => {
        // It is still loose at the next look.
        world.log.warn({ err: error, path }, 'a file that nothing names could not be removed')
      })
    }
  }
}

/** Notes which files are loose from now on, and answers with those that have been for long enough. */
async function findLoose({ db, files, now }: World, { folder, graceMs, named }: Kept): Promise<string[]> {
  // Listed before the rows are read: what is put and named meanwhile is in no list.
  const there = await files.list(folder)
  return db.write(async (tx) => {
    const names = new Set(await named(tx))
    const loose = new Set(there.filter((path) => !names.has(path)))
    const noted = await tx.selectFrom('archivo_suelto').selectAll().where('carpeta', '=', folder).execute()
    for (const { path } of noted) {
      if (!loose.has(path)) await tx.deleteFrom('archivo_suelto').where('path', '=', path).execute()
    }
    const known = new Set(noted.map(({ path }) => path))
    for (const path of loose) {
      if (known.has(path)) continue
      const row = { path, carpeta: folder, desde: now().getTime() }
      await tx
        .insertInto('archivo_suelto')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const due = now().getTime() - graceMs
    return noted.filter(({ path, desde }) => loose.has(path) && desde <= due).map(({ path }) => path)
  })
}
