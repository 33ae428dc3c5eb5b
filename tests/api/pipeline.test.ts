import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { recordChanges } from '../../src/server/db/change-log.ts'
import type { Database, Tx } from '../../src/server/db/database.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { pushMovimiento } from '../../src/server/horario/store.ts'
import { ENGINE } from '../support/database.ts'
import { EachDatabase, insertCategoria } from '../support/each-database.ts'

const own = new EachDatabase()
/** A statement that returns no rows. A second one with the same revision fails. */
const put = (tx: Tx, revision: number, selectedRow = 0) =>
  pushMovimiento(tx, revision, { dia: 'jueves', turno: { selectedRow, competidorId: null } })

test.each([
  ['ends', async () => undefined],
  ['reads on', (tx: Tx) => tx.selectFrom('categorias').select('id').execute()],
  ['writes on', (tx: Tx) => put(tx, 2)],
])('a statement without rows that fails undoes a transaction that %s, which throws its error', async (_, goOn) => {
  const twice = own.db.write(async (tx) => {
    await insertCategoria(tx, 'Salsa')
    await put(tx, 1)
    await put(tx, 1)
    await goOn(tx)
  })
  await expect(twice).rejects.toThrow(/unique/i)
  expect(await own.names()).toEqual([])
  await own.db.write((tx) => insertCategoria(tx, 'Casino'))
  expect(await own.names()).toEqual([{ nombre: 'Casino' }])
})

test('a value that cannot be sent undoes the transaction', async () => {
  const failed = own.db.write(async (tx) => {
    await insertCategoria(tx, 'Salsa')
    await put(tx, 1, { a: 1 } as never)
  })
  await expect(failed).rejects.toThrow(TypeError)
  expect(await own.names()).toEqual([])
})

test('a statement that still waits for its transaction to begin is not run after the transaction has failed', async () => {
  const failed = own.db.write((tx) => Promise.all([put(tx, 1), Promise.reject(new Error('no'))]))
  await expect(failed).rejects.toThrow('no')
  expect(await own.db.read((tx) => tx.selectFrom('movimiento').selectAll().execute())).toEqual([])
})

test('a transaction may begin with a statement without rows, or have no statement', async () => {
  const failed = own.db.write(async (tx) => {
    await put(tx, 1)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await own.db.read((tx) => tx.selectFrom('movimiento').selectAll().execute())).toEqual([])
  expect(await own.db.write(async () => 1)).toBe(1)
  expect(await own.db.read(async () => 2)).toBe(2)
})

describe.skipIf(ENGINE !== 'postgres')('on PostgreSQL', () => {
  test('a commit wakes the other processes, and not the one that made it', async () => {
    const other = await openDatabase(own.place)
    let woken = 0
    const stop = own.db.watch(() => {
      woken += 1
    })
    await expect.poll(() => woken).toBe(1)

    for (let revision = 1; revision <= 5; revision += 1) await commit(own.db, revision)
    await commit(other, 6)

    await expect.poll(() => woken).toBe(2)
    await stop()
    await other.close()
  })

  test('PostgreSQL compiles no statement: without statistics it would compile short ones', async () => {
    const { rows } = await own.db.read((tx) => sql<{ jit: string }>`show jit`.execute(tx))
    expect(rows).toEqual([{ jit: 'off' }])
  })
})

function commit({ write, engine }: Database, revision: number): Promise<void> {
  const at = { revision, actor: { role: 'visitante' }, now: new Date(0) } as const
  return write((tx) => recordChanges(tx, engine, at, [{ kind: 'reloj' }]))
}
