import { AsyncResource } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { createCategoria } from '#contract/categorias.ts'
import { horario } from '#contract/views/horario.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { recordChanges } from '../../src/server/db/change-log.ts'
import { DatabaseAway, type Database } from '../../src/server/db/database.ts'
import { isRefusedRow } from '../../src/server/db/fault.ts'
import { MIGRATIONS } from '../../src/server/db/migrations.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { SQLITE_FILE } from '../../src/server/db/sqlite.ts'
import { transact } from '../../src/server/work.ts'
import { startApp } from '../support/app.ts'
import { aCategoria, seedDia, seedRetiro } from '../support/builders.ts'
import { ENGINE, freshPlace, type Place } from '../support/database.ts'
import { EachDatabase, insertCategoria } from '../support/each-database.ts'

const own = new EachDatabase()
const insert = (nombre: string) => own.db.write((tx) => insertCategoria(tx, nombre))

describe('on either engine', () => {
  test('a transaction that throws writes nothing, and its error reaches the caller', async () => {
    const failed = own.db.write(async (tx) => {
      await insertCategoria(tx, 'Salsa')
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await own.names()).toEqual([])
    await insert('Casino')
    expect(await own.names()).toEqual([{ nombre: 'Casino' }])
  })

  test('a write that the database refuses fails its transaction with its own error, whatever comes after it', async () => {
    const nobody = { competidorId: 'nadie', estado: 'no_se_presento' } as const
    const first = own.db.write(async (tx) => {
      await tx.insertInto('retiro').values(nobody).execute()
      await insertCategoria(tx, 'Salsa')
      await tx.selectFrom('categorias').select('nombre').execute()
    })
    await expect(first).rejects.toSatisfy(isRefusedRow)
    const last = own.db.write(async (tx) => {
      await insertCategoria(tx, 'Casino')
      await tx.insertInto('retiro').values(nobody).execute()
    })
    await expect(last).rejects.toSatisfy(isRefusedRow)
    await insert('Son')
    expect(await own.names()).toEqual([{ nombre: 'Son' }])
  })

  test.each(['write', 'read'] as const)(
    'a statement after the end of its transaction (%s) is refused',
    async (kind) => {
      const tx = await own.db[kind]((open) => Promise.resolve({ open }))
      const late = tx.open.insertInto('categorias').values(aCategoria()).execute()
      await expect(late).rejects.toThrow('ransaction')
      expect(await own.names()).toEqual([])
    },
  )

  test('a statement that still waits for another when its transaction fails is not run alone afterwards', async () => {
    let stray: Promise<unknown> = Promise.resolve()
    const failed = own.db.write(async (tx) => {
      const first = insertCategoria(tx, 'Salsa')
      const goesOn = first.then(() => insertCategoria(tx, 'Casino'))
      stray = Promise.allSettled([first, goesOn, insertCategoria(tx, 'Son')])
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await stray
    expect(await own.names()).toEqual([])
  })

  test.each(['write', 'read'] as const)('a transaction asked for inside another (%s) throws at once', async (kind) => {
    const nested = own.db.write(async (tx) => {
      await tx.insertInto('categorias').values(aCategoria()).execute()
      await Promise.resolve()
      await own.db[kind](async () => undefined)
    })
    await expect(nested).rejects.toThrow('inside another')
    expect(await own.names()).toEqual([])
  })

  test('an update with returned rows returns them, and true is stored as 1', async () => {
    const flags = { id: 1, activarReloj: true as never, minutosPorCompetidor: 3 } as const
    if (ENGINE === 'sqlite') {
      await own.db.write((tx) => tx.insertInto('adminMinutoAMinuto').values(flags).execute())
    } else {
      await own.db.write((tx) =>
        tx
          .insertInto('adminMinutoAMinuto')
          .values({ ...flags, activarReloj: 1 })
          .execute(),
      )
    }
    const back = await own.db.write((tx) =>
      tx.updateTable('adminMinutoAMinuto').set({ minutosPorCompetidor: 4 }).returningAll().executeTakeFirst(),
    )
    expect(back).toMatchObject({ activarReloj: 1, minutosPorCompetidor: 4 })
  })

  test('a read transaction sees one moment, also while others write', async () => {
    await insert('Antes')
    const other = await openDatabase(own.place)
    // Bound outside: in there, a second transaction would be refused.
    const meanwhile = AsyncResource.bind(() => other.write((tx) => insertCategoria(tx, 'Durante')))
    const seen = await own.db.read(async (tx) => {
      const first = await tx.selectFrom('categorias').select('nombre').execute()
      await meanwhile()
      return [first, await tx.selectFrom('categorias').select('nombre').execute()]
    })
    await other.close()
    expect(seen[1]).toEqual(seen[0])
    expect(await own.names()).toHaveLength(2)
  })

  test('revisions have no gap and are committed in their order with several writers', async () => {
    await using one = await startApp({ place: own.place })
    await using two = await startApp({ place: own.place })
    const before = await head()
    const write = (app: typeof one) =>
      transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
        work.changed({ kind: 'reloj' })
        return work.revision
      })
    const given = await Promise.all(Array.from({ length: 40 }, (_, index) => write(index % 2 ? one : two)))
    const revisions = given.map(({ output }) => output).toSorted((a, b) => a - b)
    expect(revisions).toEqual(revisions.map((_, index) => before + index + 1))
    expect(await head()).toBe(before + 40)
    const logged = await own.db.read((tx) =>
      tx.selectFrom('change_log').select('revision').orderBy('revision').execute(),
    )
    expect(logged.map(({ revision }) => revision)).toEqual(revisions)
  })
})

const head = async (): Promise<number> =>
  (await own.db.read((tx) => tx.selectFrom('revision').select('revision').executeTakeFirstOrThrow())).revision

describe.skipIf(ENGINE !== 'sqlite')('on SQLite', () => {
  test('other users of the machine cannot read people, hashes or sessions', async () => {
    await insert('Salsa')
    const modes = [SQLITE_FILE, `${SQLITE_FILE}-wal`].map(
      (name) => statSync(join(own.place.dataDir, name)).mode & 0o777,
    )
    expect(modes).toEqual([0o600, 0o600])
  })

  test.each([
    ['a Date', new Date(0)],
    ['an object', { nombre: 'x' }],
    ['undefined in a list', [undefined]],
  ])('%s is refused as a value: it would be taken for names, and change nothing', async (_what, value) => {
    await insert('Salsa')
    const update = own.db.write((tx) =>
      tx
        .updateTable('categorias')
        .set({ nombre: value as never })
        .execute(),
    )
    await expect(update).rejects.toThrow(TypeError)
    expect(await own.names()).toEqual([{ nombre: 'Salsa' }])
  })

  test('a full disk is reported, reads go on, and writes succeed once there is room', async () => {
    await using app = await startApp({ place: own.place })
    await seedDia(app, 'jueves', { Salsa: 2 })
    const admin = await app.as('admin')
    await limitPages(app.deps.db, 'page_count')
    let made = 0
    const fill = async (): Promise<never> => {
      for (; made < 2_000; made += 1)
        await admin.send(createCategoria, { nombre: `${made} `.padEnd(80, 'x'), dia: 'viernes' })
      throw new Error('The disk was never full.')
    }

    await expect(fill()).rejects.toMatchObject({
      status: 507,
      code: 'database.full',
      message: PROBLEMS['database.full'],
    })

    expect(await own.db.read((tx) => tx.selectFrom('categorias').select('id').execute())).toHaveLength(made + 1)
    expect((await app.visitor.see(horario))?.categorias).toHaveLength(1)
    await limitPages(app.deps.db, '1000000')
    await admin.send(createCategoria, { nombre: 'Cabe', dia: 'jueves' })
    expect((await app.visitor.see(horario))?.categorias).toHaveLength(2)
  })

  test('while another process locks the file, writes wait and nothing else does', async () => {
    await using app = await startApp({ place: own.place })
    await seedDia(app, 'jueves', { Salsa: 2 })
    const admin = await app.as('admin')
    const holder = await holdFile(own.place)
    let written = false
    const writing = admin.send(createCategoria, { nombre: 'Espera', dia: 'jueves' }).then(() => {
      written = true
    })

    // The loop turns, and readers read, as often as they like.
    for (let turn = 0; turn < 30; turn += 1) {
      expect((await app.app.http.inject('/readyz')).statusCode).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect((await app.visitor.see(horario))?.categorias).toHaveLength(1)
    expect(written).toBe(false)
    await holder.release()

    await writing
    expect((await app.visitor.see(horario))?.categorias).toHaveLength(2)
  })
})

/** The size beyond which this connection writes no more: a disk that is full. */
async function limitPages(of: Database, limit: string): Promise<void> {
  await of.write(async (tx) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx)
    const pages = limit === 'page_count' ? String(rows[0]?.page_count) : limit
    await sql.raw(`pragma max_page_count = ${pages}`).execute(tx)
  })
}

const HOLD = `
  const { DatabaseSync } = require('node:sqlite')
  const db = new DatabaseSync(process.argv[1])
  db.exec('begin immediate')
  process.stdout.write('held')
  process.stdin.once('data', () => { db.exec('commit'); db.close(); process.exit(0) })
`

/** Another process in the middle of a write, until `release`. */
async function holdFile(at: Place): Promise<{ release: () => Promise<void> }> {
  const child = spawn(process.execPath, ['-e', HOLD, join(at.dataDir, SQLITE_FILE)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    release: async () => {
      const exit = once(child, 'exit')
      child.stdin.end('done')
      await exit
    },
  }
}

test.each(['postgres://x@127.0.0.1:1/x', 'postgres://x@localhost/x?host=/no/hay'])(
  'a connection refused at %s, a port or a socket of this machine, is reported as a database that does not answer',
  async (databaseUrl) => {
    const opening = openDatabase({ dataDir: own.place.dataDir, databaseUrl })
    await expect(opening).rejects.toThrow('DATABASE_URL: la base de datos no responde.')
  },
)

test('the migration of attempts numbers each repetition by the attempt that began', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 1 })
  const [{ id: competidorId } = { id: '' }] = competidores
  const rows = await app.deps.db.write(async (tx) => {
    for (const column of ['anula', 'deshecha']) await tx.schema.alterTable('repeticion').dropColumn(column).execute()
    for (const intento of [1, 2, 3]) {
      await sql`insert into "repeticion" ("competidorId", "intento", "motivo", "fecha", "marcas")
        values (${competidorId}, ${intento}, 'Música', '2025-04-11T16:00:00.000Z', '[]')`.execute(tx)
    }
    await MIGRATIONS['0019_intentos']?.(tx)
    return tx.selectFrom('repeticion').select(['intento', 'anula', 'deshecha']).orderBy('intento').execute()
  })
  expect(rows).toEqual([2, 3, 4].map((intento) => ({ intento, anula: intento - 1, deshecha: 0 })))
})

test.each([
  [2, 4, ['b', 'c', 'd']],
  [5, 2, ['b', 'e']],
])(
  'the migration of calls: at turn %i with return point %i, these have had the turn, and the absent entry a has not: %j',
  async (selectedRow, regresoRow, had) => {
    await using app = await startApp()
    const { competidores } = await seedDia(app, 'jueves', { Salsa: ['a', 'b'], Bachata: ['c', 'd', 'e'] })
    await seedRetiro(app, competidores[0]?.id ?? '', 'no_se_presento')
    const nombres = new Map(competidores.map(({ id, nombre }) => [id, nombre]))
    const called = await app.deps.db.write(async (tx) => {
      await tx.schema.dropTable('llamada').execute()
      const turno = { dia: 'jueves', selectedRow, competidorId: null, regresoRow, regresoId: null } as const
      await tx
        .insertInto('turno')
        .values({ ...turno, sesion: null, pulsado: null })
        .execute()
      await MIGRATIONS['0020_llamada']?.(tx)
      return tx.selectFrom('llamada').select('competidorId').execute()
    })
    expect(new Set(called.map(({ competidorId }) => nombres.get(competidorId)))).toEqual(new Set(had))
  },
)

test('the migration of breaks keeps the time of the clock that an instant has in the zone of the event', async () => {
  await using app = await startApp()
  const comida = { id: 'p', titulo: 'Comida', antesDe: null, minutos: 30, noAntes: Date.parse('2025-04-10T17:30:00Z') }
  const premios = { ...comida, id: 'q', titulo: 'Premios', noAntes: null }
  const publicado = JSON.stringify({ fin: 0, pausas: [{ ...comida, inicio: 5 }] })
  const migrated = (textos: object) =>
    app.deps.db.write(async (tx) => {
      await tx.deleteFrom('programa').execute()
      await tx.deleteFrom('evento').execute()
      await tx
        .insertInto('evento')
        .values({ id: 1, textos: JSON.stringify(textos) })
        .execute()
      const row = { inicio: null, montaje: 30, jueceo: 30, pausas: JSON.stringify([comida, premios]) }
      await tx
        .insertInto('programa')
        .values([
          { ...row, dia: 'jueves', publicado },
          { ...row, dia: 'viernes', publicado: null },
        ])
        .execute()
      await MIGRATIONS['0026_no_antes']?.(tx)
      return tx.selectFrom('programa').select(['pausas', 'publicado']).orderBy('dia').execute()
    })
  const at = (noAntes: string) => ({
    pausas: JSON.stringify([{ ...comida, noAntes }, premios]),
    publicado: JSON.stringify({ fin: 0, pausas: [{ ...comida, noAntes, inicio: 5 }] }),
  })
  expect(await migrated({})).toEqual([at('11:30'), { ...at('11:30'), publicado: null }])
  expect((await migrated({ zonaHoraria: 'Europe/Madrid' }))[0]).toEqual(at('19:30'))
})

test('data of a newer version are refused with a sentence that says what to do', async () => {
  await own.db.write((tx) => sql`insert into "migration" ("name") values ('9999_futuro')`.execute(tx))
  const says = 'versión más nueva del programa (9999_futuro). Usa esa versión, o restaura un respaldo anterior'
  await expect(openDatabase(own.place)).rejects.toThrow(says)
})

test('a certificate of the database that cannot be read is named', async () => {
  const databaseUrl = 'postgres://x@127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/no/hay.crt'
  const opening = openDatabase({ dataDir: own.place.dataDir, databaseUrl })
  await expect(opening).rejects.toThrow('DATABASE_URL: no se pudo leer /no/hay.crt: no existe.')
})

describe.skipIf(ENGINE !== 'postgres')('on PostgreSQL', () => {
  test('a commit wakes the other processes, and not the one that made it', async () => {
    const commit = (db: Database, revision: number) =>
      db.write((tx) =>
        recordChanges(tx, db.engine, { revision, actor: { role: 'visitante' }, now: new Date(0) }, [{ kind: 'reloj' }]),
      )
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

  test('a command that goes on after a statement of it has failed is not answered as saved', async () => {
    const goesOn = own.db.write(async (tx) => {
      await insertCategoria(tx, 'Salsa')
      await sql`select 1 / 0`.execute(tx).catch(() => undefined)
    })
    await expect(goesOn).rejects.toThrow()
    expect(await own.names()).toEqual([])
  })

  test('a test gets a migrated database without rows, whatever the test before did to its own', async () => {
    const use = async (act: (db: Database) => Promise<unknown>): Promise<string | null> => {
      await using place = await freshPlace()
      const db = await openDatabase(place)
      await act(db)
      await db.close()
      return place.databaseUrl
    }
    const first = await use((db) =>
      db.write(async (tx) => {
        await insertCategoria(tx, 'Salsa')
        await sql`delete from migration`.execute(tx)
      }),
    )
    const second = await use(async (db) => {
      const rows = await db.read((tx) => tx.selectFrom('categorias').select('id').execute())
      expect(rows).toEqual([])
      await db.write((tx) => sql`alter table categorias rename to otras`.execute(tx))
    })
    expect(second).toBe(first)
    expect(await use((db) => db.write((tx) => insertCategoria(tx, 'Casino')))).not.toBe(first)
  })

  const kill = async (which: string): Promise<void> => {
    const client = new Client({ connectionString: own.place.databaseUrl ?? '' })
    await client.connect()
    await client.query(
      // Waits until the sessions have ended: one that ends later would fail another request.
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity where pid <> pg_backend_pid() and ${which}`,
    )
    await client.end()
  }

  test('a database session that ends in the middle of a transaction fails that transaction alone', async () => {
    const lost = own.db.write(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await tx.insertInto('categorias').values(aCategoria()).execute()
      await kill(`pid = ${rows[0]?.pid}`)
      await tx.insertInto('categorias').values(aCategoria()).execute()
    })
    await expect(lost).rejects.toThrow(DatabaseAway)
    expect(await own.names()).toEqual([])
    await insert('Casino')
    expect(await own.names()).toEqual([{ nombre: 'Casino' }])
  })

  test('an error of a file inside a transaction is not reported as an error of the database', async () => {
    for (const kind of ['read', 'write'] as const) {
      const failed = own.db[kind](() => writeFile(join(own.place.dataDir, 'no', 'hay'), ''))
      await expect(failed).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' })
    }
  })

  test('when all database sessions are ended, the next request connects again, and streams get later changes', async () => {
    await using app = await startApp({ place: own.place })
    await seedDia(app, 'jueves', { Salsa: 1 })
    const admin = await app.as('admin')
    await kill('datname = current_database()')
    const made = () =>
      admin.send(createCategoria, { nombre: 'Casino', dia: 'jueves' }, { key: 'una-sola-vez' }).catch(() => null)
    await expect.poll(made).toMatchObject({ id: expect.any(String) })
    expect((await app.visitor.see(horario))?.categorias).toHaveLength(2)
  })
})
