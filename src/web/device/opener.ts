import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb'

/** Time that a use waits for the database to open, in ms: another tab may block it, and some browsers never answer. */
const OPEN_MS = 5_000

type Upgrade<S extends DBSchema> = (
  db: IDBPDatabase<S>,
  /** The version before; 0: the database is new. */
  from: number,
  tx: IDBPTransaction<S, StoreNames<S>[], 'versionchange'>,
) => void

/**
 * Returns the function that opens a database in IndexedDB: at its first call, and again after the browser closed it or another
 * tab deleted it. A call rejects when the database does not open, after `OPEN_MS` at the latest, and where there is no IndexedDB.
 */
export function opener<S extends DBSchema>(
  name: string,
  version: number,
  upgrade: Upgrade<S>,
): () => Promise<IDBPDatabase<S>> {
  let opened: Promise<IDBPDatabase<S>> | undefined
  let late: Promise<never> | undefined
  const forget = (): void => {
    opened = undefined
    late = undefined
  }
  const begin = (): Promise<IDBPDatabase<S>> => {
    const opening = openDB<S>(name, version, {
      upgrade: (db, from, _to, tx) => upgrade(db, from, tx),
      blocking: (_current, _next, { target }) => {
        if (target instanceof IDBDatabase) target.close()
        forget()
      },
      terminated: forget,
    })
    // The next use tries again: storage may be permitted by then.
    opening.catch(forget)
    return opening
  }
  return async () => {
    opened ??= begin()
    late ??= lateAfter(OPEN_MS)
    return Promise.race([opened, late])
  }
}

async function lateAfter(ms: number): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  throw new Error('The storage does not open.')
}
