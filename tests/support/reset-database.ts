import type { Client } from 'pg'
import { TABLES } from '../../src/server/db/schema.ts'
import { withClient } from './postgres.ts'

/** A migrated database of PostgreSQL as a test gets it. */
export interface Migrated {
  /** A text that differs after a change of a table, an index, a trigger or a setting of the database. */
  readonly catalog: string
  /** Statements that restore the rows of all tables. */
  readonly restore: string
}

const ALL_TABLES = ['migration', ...TABLES]

const CATALOG = `select
    (select md5(string_agg(concat(oid, ' ', xmin), ',' order by oid)) from pg_class) as classes,
    (select count(*) from pg_db_role_setting where setdatabase = d.oid) as settings,
    (select count(*) from pg_stat_activity
      where datid = d.oid and backend_type = 'client backend' and pid <> pg_backend_pid()) as others,
    datconnlimit
  from pg_database d where datname = current_database()`

/** Reads the migrated database. No other session may use it. */
export async function readMigrated(url: string): Promise<Migrated> {
  return withClient(url, async (client) => {
    const inserts: string[] = []
    for (const table of ALL_TABLES) {
      const { rows } = await client.query<{ found: string | null }>(
        `select json_agg(t)::text as found from "${table}" t`,
      )
      const found = rows[0]?.found
      if (!found) continue
      const values = client.escapeLiteral(found)
      inserts.push(`insert into "${table}" select * from json_populate_recordset(null::"${table}", ${values})`)
    }
    const deletes = ALL_TABLES.toReversed().map((table) => `delete from "${table}"`)
    return { catalog: await readCatalog(client), restore: ['begin', ...deletes, ...inserts, 'commit'].join('; ') }
  })
}

/**
 * Restores the rows of a used database to those of `migrated`. Returns false when another test cannot use the database: its schema
 * or a setting has changed, a session is still open, or the database is gone.
 */
export async function resetDatabase(url: string, migrated: Migrated): Promise<boolean> {
  try {
    return await withClient(url, async (client) => {
      if ((await readCatalog(client)) !== migrated.catalog) return false
      await client.query(migrated.restore)
      return true
    })
  } catch {
    // A test may have removed the database or its server. The caller makes a new database for the next test.
    return false
  }
}

async function readCatalog(client: Client): Promise<string> {
  return JSON.stringify((await client.query(CATALOG)).rows)
}
