import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readEnlace } from '#contract/acceso.ts'
import { horario } from '#contract/views/horario.ts'
import { createEnlace } from '#contract/usuarios.ts'
import { setupLink } from '../../src/server/acceso/enlaces.ts'
import { backup } from '../../src/server/backup/backup.ts'
import { DATA_FILE } from '../../src/server/backup/data.ts'
import { restore } from '../../src/server/backup/restore.ts'
import { migrationsOf } from '../../src/server/db/migrate.ts'
import { excludeServers } from '../../src/server/db/server-lock.ts'
import { startApp } from '../support/app.ts'
import { cookieOf, enter, seedCuenta, whoIs } from '../support/cuentas.ts'
import { ENGINE, freshPlace } from '../support/database.ts'
import { load, treeIn } from '../support/evento.ts'
import { columnsOf, folderFor, hashesOf, stopped, type World } from '../support/backup.ts'

test('a restore keeps accounts, and restores no session, link or counted attempt', async () => {
  await using app = await startApp()
  await using empty = await stopped()
  await seedCuenta(app, { email: 'amalia@b.mx', en: ['admin'] })
  expect((await enter(app, { email: 'amalia@b.mx', password: 'No es esta' })).statusCode).toBe(401)
  const cookie = cookieOf(await enter(app, { email: 'amalia@b.mx' }))
  const uid = await seedCuenta(app, { email: 'u@b.mx', en: ['users'] })
  const { ruta } = await (await app.as('admin')).send(createEnlace, { id: uid })
  const folder = folderFor()

  await backup(app.deps.db, app.deps.files, folder, new Date())
  await restore(empty.deps.db, empty.deps.files, folder)

  await using again = await startApp({ place: empty.place })
  expect(await whoIs(again, cookie)).toMatchObject({ role: 'visitante' })
  const token = ruta.split('/').at(-1) ?? ''
  await expect(again.visitor.send(readEnlace, { token })).rejects.toMatchObject({ code: 'enlace.invalid' })
  expect((await enter(again, { email: 'amalia@b.mx' })).statusCode).toBe(200)
  expect(readFileSync(join(folder, DATA_FILE), 'utf8')).not.toMatch(/^\["(sesion|enlace|intento)"/m)
})

test('the next start after a restore offers a setup link when no administrator has a password', async () => {
  await using app = await startApp()
  await using empty = await stopped()
  await load(app, treeIn({ admin: { a1: { email: 'amalia@b.mx', nombre: 'Amalia' } } }))
  const folder = folderFor()
  await backup(app.deps.db, app.deps.files, folder, new Date())
  await restore(empty.deps.db, empty.deps.files, folder)

  await using again = await startApp({ place: empty.place })
  expect(await setupLink(again.deps)).toContain('/#/configurar/')
})

describe.each(['0003', '0005'])('a backup of the schema %s', (version) => {
  const folder = fileURLToPath(new URL(`../fixtures/respaldo-${version}`, import.meta.url))

  test('is restored to the newest schema', async () => {
    await using empty = await stopped()
    await restore(empty.deps.db, empty.deps.files, folder)
    await using fresh = await stopped()

    const schemaOf = ({ deps }: World) => deps.db.read(async (tx) => [await migrationsOf(tx), await columnsOf(tx)])
    expect(await schemaOf(empty)).toEqual(await schemaOf(fresh))
    expect(Object.keys(await hashesOf(empty))).toEqual(['musica/a.mp3'])
    await using again = await startApp({ place: empty.place })
    expect(await again.visitor.see(horario)).toMatchObject({
      dia: 'sábado',
      selectedRow: 2,
      categorias: [{ nombre: 'Cha cha chá', competidores: [{ nombre: 'Íñigo' }, { nombre: 'Bea' }] }],
    })
    for (const table of ['sesion', 'enlace', 'intento'] as const) {
      expect(await again.deps.db.read((tx) => tx.selectFrom(table).selectAll().execute())).toEqual([])
    }
    const cookie = cookieOf(await enter(again, { email: 'amalia@b.mx' }))
    expect(await whoIs(again, cookie)).toMatchObject({ role: 'admin', nombre: 'Amalia' })
  })

  test('is restored with values corrected that this version refuses', async () => {
    const old = folderFor()
    cpSync(folder, old, { recursive: true })
    const file = join(old, DATA_FILE)
    const lines = readFileSync(file, 'utf8')
      .replace('"minutosPorCompetidor":4', '"minutosPorCompetidor":2000')
      .replace(/"renglones":(\d+)/, (_all, count: string) => `"renglones":${Number(count) + 1}`)
    const atTurno = lines.indexOf('["turno",')
    const empty = '["turno",{"dia":"jueves","selectedRow":1,"competidorId":null}]\n'
    writeFileSync(file, lines.slice(0, atTurno) + empty + lines.slice(atTurno))
    await using restored = await stopped()
    await restore(restored.deps.db, restored.deps.files, old)

    await using app = await startApp({ place: restored.place })
    const turnos = await app.deps.db.read((tx) =>
      tx.selectFrom('turno').select(['dia', 'selectedRow']).orderBy('dia').execute(),
    )
    expect(turnos).toEqual([
      { dia: 'jueves', selectedRow: 0 },
      { dia: 'sábado', selectedRow: 2 },
    ])
    expect(await app.visitor.see(horario)).toMatchObject({ minutosPorCompetidor: 1_440 })
  })
})

test.runIf(ENGINE === 'postgres')(
  'while a restore runs, another one is refused, and a server that starts waits but stops at once',
  async () => {
    await using place = await freshPlace()
    const databaseUrl = place.databaseUrl ?? ''
    await using _restore = await excludeServers(databaseUrl)
    await expect(excludeServers(databaseUrl)).rejects.toThrow('ya hay un servidor en marcha con esta base de datos')
    await using app = await startApp({ place })
    const waiting = () =>
      app.deps.db.read(
        async (tx) =>
          (
            await sql`select 1 from pg_locks join pg_database on oid = database
            where datname = current_database() and locktype = 'advisory' and not granted`.execute(tx)
          ).rows.length,
      )
    await expect.poll(waiting).toBe(1)
  },
)
