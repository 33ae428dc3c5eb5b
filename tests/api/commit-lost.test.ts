import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { requestReset } from '#contract/acceso.ts'
import { handInTardia } from '#contract/calificaciones.ts'
import { createCategoria } from '#contract/categorias.ts'
import { createInscripcion } from '#contract/inscripciones.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { restore } from '../../src/server/backup/restore.ts'
import { backup } from '../../src/server/backup/backup.ts'
import { readHead, takeRevision } from '../../src/server/db/change-log.ts'
import { DatabaseUnsure } from '../../src/server/db/database.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { importTree } from '../../src/server/interchange/import.ts'
import { readSource } from '../../src/server/interchange/source.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { folderFor, stopped } from '../support/backup.ts'
import { seedDia } from '../support/builders.ts'
import { seedCuenta } from '../support/cuentas.ts'
import { ENGINE, freshPlace } from '../support/database.ts'
import { FILES, load, stored, TREE, treeIn } from '../support/evento.ts'
import { storedTardias, todos } from '../support/marcas.ts'
import { aTrack } from '../support/mp3.ts'
import { startCommitProxy } from '../support/proxy.ts'
import { startSmtp } from '../support/smtp.ts'
import { begin, bring, idOf, offsetOf } from '../support/tus.ts'

/** An app that reaches PostgreSQL through the proxy. */
async function startBehindProxy(env: Readonly<Record<string, string>> = {}) {
  const direct = await freshPlace()
  const proxy = await startCommitProxy(direct.databaseUrl ?? '')
  const app = await startApp({ place: { ...direct, databaseUrl: proxy.url }, env })
  return {
    app,
    proxy,
    [Symbol.asyncDispose]: async () => {
      for (const one of [app, proxy, direct]) await one[Symbol.asyncDispose]()
    },
  }
}

async function categoriasOf({ deps: { db } }: TestApp): Promise<(string | null)[]> {
  const rows = await db.read((tx) => tx.selectFrom('categorias').select('nombre').orderBy('orden').execute())
  return rows.map(({ nombre }) => nombre)
}

const SALSA = { nombre: 'Salsa', dia: 'jueves' } as const
const KEY = { key: 'una-sola-vez' }
const AWAY = { status: 503, code: 'database.away', message: PROBLEMS['database.away'] }
const UNSURE = { status: 503, code: 'database.unsure', message: PROBLEMS['database.unsure'] }

const onPostgres = test.runIf(ENGINE === 'postgres')

onPostgres(
  'a command whose commit got no answer is answered as unsure, and a repeat gets its first answer',
  async () => {
    await using world = await startBehindProxy()
    const { app, proxy } = world
    const admin = await app.as('admin')

    proxy.cutNext({ lost: 'answer', isLast: true })
    await expect(admin.send(createCategoria, SALSA, KEY)).rejects.toMatchObject(UNSURE)
    await expect(admin.send(createCategoria, SALSA, KEY)).rejects.toMatchObject(AWAY)
    proxy.heal()
    const first = await admin.send(createCategoria, SALSA, KEY)
    expect(await admin.send(createCategoria, SALSA, KEY)).toEqual(first)

    expect(await categoriasOf(app)).toEqual(['Salsa'])
    expect(proxy.cuts()).toBe(1)
  },
)

onPostgres('a commit that PostgreSQL never got is answered as unsure, and a repeat runs it', async () => {
  await using world = await startBehindProxy()
  const { app, proxy } = world
  const admin = await app.as('admin')

  proxy.cutNext({ lost: 'request' })
  await expect(admin.send(createCategoria, SALSA, KEY)).rejects.toMatchObject(UNSURE)

  expect(await categoriasOf(app)).toEqual([])
  await admin.send(createCategoria, SALSA, KEY)
  expect(await categoriasOf(app)).toEqual(['Salsa'])
})

onPostgres('a commit that PostgreSQL does not answer is unsure too while the connection stays open', async () => {
  await using place = await freshPlace()
  await using proxy = await startCommitProxy(place.databaseUrl ?? '')
  const db = openPostgres(proxy.url, { silentWriteMs: 1_000 })
  proxy.cutNext({ lost: 'silence' })
  await expect(db.write(takeRevision)).rejects.toThrow(DatabaseUnsure)
  expect(await db.read(readHead)).toMatchObject({ revision: 1 })
  await db.close()
})

onPostgres('an upload and a late mark whose commit got no answer are repeated without harm', async () => {
  await using world = await startBehindProxy()
  const { app, proxy } = world
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 1 })
  const usuario = await app.as('usuario')
  const track = aTrack(3)
  const { path } = await begin(app, usuario, track.length)

  proxy.cutNext({ lost: 'answer' })
  expect(await bring(app, usuario, path, { bytes: track })).toMatchObject(UNSURE)
  await expect.poll(() => offsetOf(app, usuario, path)).toBe(track.length)
  await usuario.send(createInscripcion, {
    nombre: 'Ana',
    compania: 'Son',
    categoriaId: categorias[0]?.id ?? '',
    subida: idOf(path),
  })

  const juez = await app.as('juez')
  const mark = {
    clave: crypto.randomUUID(),
    competidorId: competidores[0]?.id ?? '',
    criterios: todos('8'),
    juezId: juez.id,
  }
  proxy.cutNext({ lost: 'answer' })
  await expect(juez.send(handInTardia, mark)).rejects.toMatchObject(UNSURE)
  await juez.send(handInTardia, mark)
  expect(await storedTardias(app, juez.id)).toHaveLength(1)
  expect(proxy.cuts()).toBe(2)
})

onPostgres('a link for a new password is sent although the answer to its commit was lost', async () => {
  await using smtp = await startSmtp()
  await using world = await startBehindProxy({ SMTP_URL: smtp.url })
  const { app, proxy } = world
  await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })

  // The first commit counts the attempt.
  proxy.cutNext({ lost: 'answer', skip: 1 })
  await expect(app.visitor.send(requestReset, { email: 'a@b.mx' }, KEY)).rejects.toMatchObject(UNSURE)

  await expect.poll(() => smtp.letters.length).toBe(1)
  expect(proxy.cuts()).toBe(1)
})

onPostgres('an import whose commit got no answer says so, and leaves the files that its rows name', async () => {
  await using world = await startBehindProxy()
  const { app, proxy } = world
  const source = await readSource(treeIn(TREE, FILES))

  // Two commits prepare the files.
  proxy.cutNext({ lost: 'answer', skip: 2 })
  await expect(importTree(app.deps, source, { replace: true })).rejects.toThrow(DatabaseUnsure)

  expect(proxy.cuts()).toBe(1)
  expect(await stored(app)).toEqual(FILES.toSorted())
})

onPostgres('a restore whose commit got no answer leaves the files that its rows name', async () => {
  await using app = await startApp()
  await load(app, treeIn(TREE, FILES))
  const folder = folderFor()
  await backup(app.deps.db, app.deps.files, folder, new Date())
  await using empty = await stopped()
  await using proxy = await startCommitProxy(empty.place.databaseUrl ?? '')
  const db = await openDatabase({ ...empty.place, databaseUrl: proxy.url })

  proxy.cutNext({ lost: 'answer' })
  await expect(restore(db, empty.deps.files, folder)).rejects.toThrow(DatabaseUnsure)

  await db.close()
  expect(await empty.deps.files.list('')).toEqual(FILES.toSorted())
})

/** Opens the SQLite database of a folder and writes more than the process may. Prints the error, then the rows. */
const WRITE_TOO_MUCH = `
  const { openSqlite } = await import(process.argv[1])
  const db = openSqlite(process.argv[2])
  const row = { id: 'a', dia: 'jueves', orden: 1, fechaCreacion: '' }
  const insert = (nombre) => db.write((tx) => tx.insertInto('categorias').values({ ...row, nombre }).execute())
  const said = await insert('x'.repeat(1_000_000)).catch((error) => error)
  await insert('Salsa')
  const rows = await db.read((tx) => tx.selectFrom('categorias').select('nombre').orderBy('orden').execute())
  console.log(said?.name, JSON.stringify(rows))
`

test('a commit of SQLite that the disk fails is not answered as undone, and the next one is taken', async () => {
  await using place = await freshPlace('sqlite')
  const sqlite = fileURLToPath(new URL('../../src/server/db/sqlite.ts', import.meta.url))
  // The largest file of the process, in units of 512 bytes.
  const args = ['-c', 'ulimit -f 1000; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', WRITE_TOO_MUCH]
  const { stdout } = await promisify(execFile)('sh', [...args, sqlite, place.dataDir])
  expect(stdout).toBe('DatabaseUnsure [{"nombre":"Salsa"}]\n')
})
