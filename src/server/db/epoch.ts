import { randomUUID } from 'node:crypto'
import { PostgresAdapter, sql, type Expression, type RawBuilder } from 'kysely'
import type { Tx } from './database.ts'

/** A name for a new epoch of the data. Revisions of two epochs cannot be compared. */
export function newEpoch(): string {
  return randomUUID().slice(0, 8)
}

/**
 * The epoch as clients see it. On PostgreSQL the timeline belongs to it: a standby that is promoted may lack the last commits,
 * and then gives their revisions to others.
 */
export function epochOf(tx: Tx, epoch: Expression<string>): RawBuilder<string> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return sql`${epoch}`
  return sql`${epoch} || '-' || case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`
}
