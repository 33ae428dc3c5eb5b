import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'

/** The result of a step that may fail without the others. */
export type Attempt<T> = { readonly value: T } | { readonly error: unknown }

/** Runs one part of a read. A failure is returned, not thrown. */
export type Isolate = <T>(run: () => Promise<T>) => Promise<Attempt<T>>

/** Thrown at the first part that fails in a read without savepoints. */
class PartFailed extends Error {}

/**
 * Reads many parts in one transaction; each may fail without the others. The first try uses no savepoints and ends at
 * the first failure, which is rare. The second try sets a savepoint around each part, because PostgreSQL refuses the rest
 * of a transaction after a failed statement. Throws when the database itself fails.
 */
export async function readIsolated<T>(db: Database, run: (tx: Tx, isolate: Isolate) => Promise<T>): Promise<T> {
  try {
    return await db.read((tx) => run(tx, withoutSavepoint))
  } catch (error) {
    if (!(error instanceof PartFailed)) throw error
  }
  return db.read((tx) => run(tx, (part) => withSavepoint(tx, part)))
}

async function withoutSavepoint<T>(part: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await part() }
  } catch (cause) {
    throw new PartFailed('A part of a read failed.', { cause })
  }
}

async function withSavepoint<T>(tx: Tx, part: () => Promise<T>): Promise<Attempt<T>> {
  await sql`savepoint part`.execute(tx)
  try {
    const value = await part()
    await sql`release savepoint part`.execute(tx)
    return { value }
  } catch (error) {
    // Throws when the connection is lost: that is a failure of the database, not of the part.
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
