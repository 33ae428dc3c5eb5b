import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createCategoria } from '#contract/categorias.ts'
import { SNAPSHOT_PATH } from '#contract/live.ts'
import { allowPauses, holdCommands, readHead, takeRevision } from '../../src/server/db/change-log.ts'
import { DatabaseAway } from '../../src/server/db/database.ts'
import { openPostgres, type PostgresTimes } from '../../src/server/db/postgres.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { ENGINE, freshPlace } from '../support/database.ts'
import { listening } from '../support/postgres.ts'
import { startGate, type Gate } from '../support/proxy.ts'

interface World extends AsyncDisposable {
  /** Reaches its database through the gate. */
  readonly here: TestApp
  readonly there: TestApp
  readonly gate: Gate
}

async function startBehindGate(times: Partial<PostgresTimes>): Promise<World> {
  const place = await freshPlace()
  const gate = await startGate(place.databaseUrl ?? '')
  const here = await startApp({
    place,
    database: (direct) => {
      const db = openPostgres(gate.url, times)
      return { ...db, close: async () => void (await Promise.all([db.close(), direct.close()])) }
    },
  })
  const there = await startApp({ place })
  await expect.poll(() => listening(place.databaseUrl ?? '')).toBe(2)
  return {
    here,
    there,
    gate,
    [Symbol.asyncDispose]: async () => {
      for (const one of [there, gate, here, place]) await one[Symbol.asyncDispose]()
    },
  }
}

async function schedule({ app }: TestApp): Promise<string> {
  return (await app.http.inject(`${SNAPSHOT_PATH}?views=horario`)).body
}

const LONG_MS = 10 * 60_000

test.runIf(ENGINE === 'postgres')(
  'an instance whose connections to PostgreSQL went silent shows what the others write, and takes commands again',
  async () => {
    await using world = await startBehindGate({ checkMs: 100, silentReadMs: 1_000, silentWriteMs: 4_000 })
    const { here, there, gate } = world
    const admin = await here.as('admin')
    const create = (nombre: string) => admin.send(createCategoria, { nombre, dia: 'jueves' })
    // Each on a connection of its own.
    await Promise.all(['Salsa', 'Son', 'Chachachá'].map(create))
    await expect.poll(() => schedule(here)).toContain('Salsa')

    gate.hush()
    await there.at(admin).send(createCategoria, { nombre: 'Bachata', dia: 'jueves' })

    await expect.poll(() => schedule(here), { timeout: 20_000 }).toContain('Bachata')
    // Unless a read has found the silence before, one command finds it and is refused. All others are taken.
    await create('Casino').catch(() => create('Casino'))
  },
)

test.runIf(ENGINE === 'postgres')(
  'an instance whose connection for notifications went silent gets them again',
  async () => {
    await using world = await startBehindGate({ checkMs: 100, silentReadMs: LONG_MS, silentWriteMs: LONG_MS })
    const { gate, here } = world
    const url = here.place.databaseUrl ?? ''
    gate.hush()
    // Its old session is there until PostgreSQL misses the client. A busy machine may make it connect more than once.
    await expect.poll(() => listening(url), { timeout: 20_000 }).toBeGreaterThan(2)
  },
)

test.runIf(ENGINE === 'postgres')(
  'reads that find PostgreSQL silent are refused as such, also while new connections get no answer',
  async () => {
    await using world = await startBehindGate({ checkMs: LONG_MS, silentReadMs: 1_000, silentWriteMs: LONG_MS })
    const { db } = world.here.deps
    const readAll = () =>
      Promise.allSettled([1, 2, 3].map(() => db.read((tx) => tx.selectFrom('revision').select('revision').execute())))
    expect((await readAll()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    world.gate.hush('mute')
    for (const read of await readAll())
      expect(read).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseAway) })
  },
)

test.runIf(ENGINE === 'postgres')(
  'while PostgreSQL takes no writes they are refused in a sentence, and taken again by the server that follows',
  async () => {
    await using app = await startApp()
    const url = app.place.databaseUrl ?? ''
    const admin = await app.as('admin')
    await admin.send(createCategoria, { nombre: 'Salsa', dia: 'jueves' })
    await runSql(url, `alter database ${nameOf(url)} set default_transaction_read_only = on`)
    await runSql(url, `select pg_terminate_backend(pid) from pg_stat_activity where ${OTHERS}`)
    const refused = { status: 503, code: 'database.away' }
    // The first commands may find connections that have just ended.
    for (const nombre of ['Bachata', 'Bachata', 'Bachata'])
      await expect(admin.send(createCategoria, { nombre, dia: 'jueves' })).rejects.toMatchObject(refused)
    await app.deps.db.read((tx) => tx.selectFrom('revision').select('revision').execute())
    const before = await runSql(url, IDLE)
    expect(before).not.toEqual([])
    await expect(admin.send(createCategoria, { nombre: 'Bachata', dia: 'jueves' })).rejects.toMatchObject(refused)
    // Reads leave that server too: they would show none of the writes that another one takes.
    await expect.poll(async () => countShared(before, await runSql(url, IDLE))).toBe(0)

    await runSql(url, 'set default_transaction_read_only = off', `alter database ${nameOf(url)} reset all`)
    await admin.send(createCategoria, { nombre: 'Bachata', dia: 'jueves' })
  },
)

test.runIf(ENGINE === 'postgres')('while commands wait for a lock of another session, pages are read', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const other = new Client({ connectionString: app.place.databaseUrl ?? '' })
  await other.connect()
  await other.query('begin; update revision set revision = revision')
  const names = Array.from({ length: 12 }, (_, index) => `Salsa ${index}`)
  const sent = Promise.allSettled(names.map((nombre) => admin.send(createCategoria, { nombre, dia: 'jueves' })))
  await expect.poll(() => countWaiting(app.place.databaseUrl ?? '')).toBeGreaterThan(3)

  // The lock ends below: pages that waited for it would never be read.
  expect((await app.app.http.inject('/readyz')).statusCode).toBe(200)
  expect(await schedule(app)).toContain('jueves')

  await other.query('rollback')
  await other.end()
  expect((await sent).map(({ status }) => status)).toEqual(names.map(() => 'fulfilled'))
})

test.runIf(ENGINE === 'postgres')(
  'an instance that freezes in the middle of a command holds the commands of the others for a limited time',
  async () => {
    await using app = await startApp()
    const admin = await app.as('admin')
    const url = app.place.databaseUrl ?? ''
    const other = openPostgres(url, { idleMs: 3_000 })
    const frozen = Promise.withResolvers<void>()
    const command = other.write(async (tx) => {
      await takeRevision(tx)
      await readHead(tx)
      await frozen.promise
      await tx.selectFrom('revision').select('revision').execute()
    })

    await expect.poll(() => runSql(url, HOLDING)).toHaveLength(1)
    await admin.send(createCategoria, { nombre: 'Salsa', dia: 'jueves' })

    frozen.resolve()
    await expect(command).rejects.toThrow(DatabaseAway)
    await other.close()
  },
)

test.runIf(ENGINE === 'postgres')('a backup may hold the commands while it copies files for longer', async () => {
  await using app = await startApp()
  const url = app.place.databaseUrl ?? ''
  const other = openPostgres(url, { idleMs: 500 })
  const copied = Promise.withResolvers<void>()
  const held = other.write(async (tx) => {
    await allowPauses(tx, 'postgres')
    await holdCommands(tx)
    await copied.promise
    return readHead(tx)
  })

  const sinceLong = `${HOLDING} and state_change < now() - interval '1 second'`
  await expect.poll(() => runSql(url, sinceLong), { timeout: 5_000 }).toHaveLength(1)

  copied.resolve()
  expect(await held).toMatchObject({ revision: 0 })
  await other.close()
})

async function countWaiting(url: string): Promise<number> {
  const rows = await runSql(url, `select pid from pg_stat_activity where wait_event_type = 'Lock' and ${OTHERS}`)
  return rows.length
}

function countShared(some: readonly unknown[], others: readonly unknown[]): number {
  return some.filter((one) => others.some((other) => JSON.stringify(other) === JSON.stringify(one))).length
}

/** The connections of the pools that do nothing. */
const IDLE = `select pid from pg_stat_activity where state = 'idle' and query not like 'listen%' and datname = current_database()`
const HOLDING = `select pid from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`
const OTHERS = 'datname = current_database() and pid <> pg_backend_pid()'

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

/** Runs statements one by one. Returns the rows of the last. */
async function runSql(url: string, ...texts: readonly string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  let rows: unknown[] = []
  for (const text of texts) ({ rows } = await client.query(text))
  await client.end()
  return rows
}
