import { isRestored, TABLES } from '../../src/server/backup/tables.ts'
import { readHead } from '../../src/server/db/change-log.ts'
import type { Database, Tx } from '../../src/server/db/database.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { readRows } from '../../src/server/interchange/rows.ts'
import { textOf, writeTree } from '../../src/server/interchange/tree.ts'
import { hashOf, linesOf } from './respaldo.ts'

/** The log and the keys only grow; the others are written outside of any command. */
const APART: readonly string[] = ['change_log', 'command_key', 'subida', 'archivo_suelto']
const KEPT = TABLES.filter((table) => isRestored(table) && !APART.includes(table))

/** The event as one revision left it: every row, and what an export of that moment says. */
export interface Momento {
  readonly rows: Readonly<Record<string, string[]>>
  readonly arbol: string
}

export async function momentoOf(tx: Tx): Promise<Momento> {
  const rows: Record<string, string[]> = {}
  for (const table of KEPT) rows[table] = await linesOf(tx, table)
  return { rows, arbol: textOf(writeTree(await readRows(tx))) }
}

/** Writes down what a server does while it does it: the moment that each revision made, and each file when it came or went. */
export class Memoria {
  readonly momentos = new Map<number, Momento>()
  readonly hashes = new Map<string, string | null>()
  readonly removed = new Set<string>()

  readonly database = (db: Database): Database => ({
    ...db,
    write: (run) =>
      db.write(async (tx) => {
        const output = await run(tx)
        // Only who made a revision sees it before it is committed, so the first to note it is who made it.
        const { revision } = await readHead(tx)
        if (!this.momentos.has(revision)) this.momentos.set(revision, await momentoOf(tx))
        return output
      }),
  })

  readonly files = (files: FileStore): FileStore => ({
    ...files,
    put: async (path, content) => {
      await files.put(path, content)
      this.hashes.set(path, await hashOf(files, path))
    },
    copy: async (from, to) => {
      const isThere = await files.copy(from, to)
      if (isThere) this.hashes.set(to, await hashOf(files, to))
      return isThere
    },
    remove: async (path) => {
      await files.remove(path)
      this.removed.add(path)
    },
  })
}
