import { existsSync, readFileSync } from 'node:fs'
import { openDatabase } from '../../src/server/db/open.ts'
import type { Outcome } from '../../scripts/summary.ts'
import { startPostgres, withClient } from './postgres.ts'

/** The statements of both engines. Pragmas, transactions and the migrations of SQLite alone (`_con_rowid`) are left out. */
const OF_BOTH = /^\s*(?:select|insert|update|delete|with)\b(?!.*(?:sqlite_|pragma_|_con_rowid))/is

/** The placeholders of SQLite as PostgreSQL numbers them. A quoted text may contain a question mark. */
function numbered(text: string): string {
  let place = 0
  return text.replaceAll(/'[^']*'|"[^"]*"|\?/g, (piece) => (piece === '?' ? `$${String(++place)}` : piece))
}

/** Reads the statements that the tests on SQLite recorded. */
function readStatements(file: string): string[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const texts = new Set(lines.map((line) => String(JSON.parse(line))))
  return [...texts].filter((text) => OF_BOTH.test(text)).map(numbered)
}

/**
 * Prepares each recorded statement on PostgreSQL: this checks its syntax, its tables and columns, and the types of its
 * parameters. Fails when nothing was recorded.
 */
export async function prepareStatements(file: string): Promise<Outcome> {
  const statements = readStatements(file)
  if (statements.length === 0) return { passed: 0, failed: 1, skipped: 0, output: `${file}: no hay sentencias.` }
  await using server = await startPostgres({ fsync: false })
  const url = await server.createDatabase()
  await (await openDatabase({ dataDir: '', databaseUrl: url })).close()
  const refused = await withClient(url, async (client) => {
    const found: string[] = []
    for (const [index, text] of statements.entries()) {
      await client
        .query(`prepare s${String(index)} as ${text}`)
        .catch((error: unknown) => found.push(`${String(error)}\n  ${text}`))
    }
    return found
  })
  return {
    passed: statements.length - refused.length,
    failed: refused.length,
    skipped: 0,
    note: `${String(statements.length)} sentencias`,
    output: refused.join('\n'),
  }
}
