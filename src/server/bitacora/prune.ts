import { isListed } from '#domain/bitacora.ts'
import type { Deps } from '../deps.ts'

const KEPT_MS = 30 * 24 * 60 * 60_000
/** Rows deleted per transaction. A command waits for at most one such transaction. */
const SLICE = 200

/**
 * Deletes the rows of the log that are older than 30 days and that `/bitacora` does not show. The live views miss none of them:
 * they read the log from a revision that is seconds old.
 */
export async function pruneLog({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now() - KEPT_MS).toISOString()
  const old = await db.read((tx) =>
    tx
      .selectFrom('change_log')
      .select(['revision', 'seq', 'kind', 'competidorId'])
      .where('at', '<', before)
      // The kinds of which `isListed` leaves rows out.
      .where('kind', 'in', ['sesion', 'competidor'])
      .execute(),
  )
  const unread = old.filter((row) => !isListed(row))
  for (let from = 0; from < unread.length; from += SLICE) {
    await db.write(async (tx) => {
      for (const { revision, seq } of unread.slice(from, from + SLICE)) {
        await tx.deleteFrom('change_log').where('revision', '=', revision).where('seq', '=', seq).execute()
      }
    })
  }
}
