/** A command line beside the running server: sets the minutes by itself, in a process of its own, and leaves. */
import { randomUUID } from 'node:crypto'
import { VISITANTE } from '#domain/actor.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import type { Deps } from '../../src/server/deps.ts'
import { transact } from '../../src/server/work.ts'

const [dataDir = '', databaseUrl = '', minutos = ''] = process.argv.slice(2)
const db = await openDatabase({ dataDir, databaseUrl: databaseUrl || null })
const deps = { db, now: Date.now, newId: randomUUID, committed: () => undefined }
await transact(deps as unknown as Deps, { actor: VISITANTE }, async (work) => {
  const row = { minutosPorCompetidor: Number(minutos) }
  await work.tx
    .insertInto('adminMinutoAMinuto')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  work.changed({ kind: 'reloj' })
})
await db.close()
