import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'

/** What came of something that may fail by itself. */
export type Attempt<T> = { readonly value: T } | { readonly error: unknown }

/** Runs one part of a read, so that its failure stays its own. */
export type Isolate = <T>(run: () => Promise<T>) => Promise<Attempt<T>>

/** The first failure of a read that had no savepoints. */
class Stumble extends Error {}

/**
 * One read of many parts, each of which may fail without the others. Parts nearly never fail, so the first try has no
 * savepoints and ends at the first failure. The second has one around each part: after a statement that failed,
 * PostgreSQL refuses the rest of the transaction. Throws when the database itself fails.
 */
export async function readIsolated<T>(db: Database, run: (tx: Tx, isolate: Isolate) => Promise<T>): Promise<T> {
  try {
    return await db.read((tx) => run(tx, stumbling))
  } catch (error) {
    if (!(error instanceof Stumble)) throw error
  }
  return db.read((tx) => run(tx, (part) => withSavepoint(tx, part)))
}

async function stumbling<T>(part: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await part() }
  } catch (cause) {
    throw new Stumble('A part of a read failed.', { cause })
  }
}

async function withSavepoint<T>(tx: Tx, part: () => Promise<T>): Promise<Attempt<T>> {
  await sql`savepoint part`.execute(tx)
  try {
    const value = await part()
    await sql`release savepoint part`.execute(tx)
    return { value }
  } catch (error) {
    // Fails in turn when the connection is lost: then it is no failure of the part.
    await sql`rollback to savepoint part`.execute(tx)
    return { error }
  }
}

export function attempt<T>(run: () => T): Attempt<T> {
  try {
    return { value: run() }
  } catch (error) {
    // The caller decides what the failure means.
    return { error }
  }
}
