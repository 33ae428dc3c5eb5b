import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createCategoria, moveCategoria } from '#contract/categorias.ts'
import { backup } from '../../src/server/backup/backup.ts'
import { restore } from '../../src/server/backup/restore.ts'
import { readHead } from '../../src/server/db/change-log.ts'
import { FilesAway, type FileStore } from '../../src/server/files/store.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { aCompetidor, seedCalificacion, seedDia } from '../support/builders.ts'
import { ENGINE, freshPlace } from '../support/database.ts'
import { folderFor, hashesOf, rowsOf, stopped } from '../support/backup.ts'

async function anEvent(app: TestApp): Promise<void> {
  const { categorias, competidores } = await seedDia(app, 'viernes', { Salsa: 3, Casino: 2 })
  await seedCalificacion(app, competidores[0]?.id ?? '', 'Juez Ñandú', '51.05')
  const entry = aCompetidor({
    categoriaId: categorias[0]?.id ?? '',
    musicaPath: 'musica/a.mp3',
    nombre: 'Íñigo "el 1" \u2028',
    orden: 4,
  })
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(entry).execute())
  await app.deps.files.put('musica/a.mp3', Readable.from([Buffer.from([0, 255, 1, 2])]))
  await app.deps.files.put('carrusel/b.png', Readable.from(['b']))
}

test.skipIf(ENGINE !== 'postgres')(
  'a backup of SQLite restored on PostgreSQL has the same rows and files, and the reverse',
  async () => {
    await using place = await freshPlace('sqlite')
    await using lite = await startApp({ place })
    await using pg = await startApp()
    await anEvent(lite)
    await anEvent(pg)
    for (const [from, engine] of [
      [lite, 'postgres'],
      [pg, 'sqlite'],
    ] as const) {
      await using empty = await stopped(engine)
      const folder = folderFor()
      await backup(from.deps.db, from.deps.files, folder, new Date())
      await restore(empty.deps.db, empty.deps.files, folder)
      expect(await rowsOf(empty)).toEqual(await rowsOf(from))
      expect(await hashesOf(empty)).toEqual(await hashesOf(from))
    }
  },
)

test('a backup during writes of four clients is of one moment: every list is complete', async () => {
  await using app = await startApp()
  await using empty = await stopped()
  const { categorias } = await seedDia(app, 'jueves', { A: 1, B: 1, C: 1, D: 1 })
  const admin = await app.as('admin')
  const done = new AbortController()
  const writer = async (name: number): Promise<number> => {
    let acts = 0
    for (; !done.signal.aborted || acts < 3; acts += 1) {
      await admin.send(createCategoria, { nombre: `De ${name}, ${acts}`, dia: 'jueves' })
      await admin.send(moveCategoria, { id: categorias[name]?.id ?? '', direccion: acts % 2 === 0 ? 'up' : 'down' })
    }
    return acts
  }
  const writers = Promise.all([0, 1, 2, 3].map((name) => writer(name)))
  const folder = folderFor()
  await backup(app.deps.db, app.deps.files, folder, new Date())
  done.abort()
  await writers

  await restore(empty.deps.db, empty.deps.files, folder)

  const { list, logged, revision } = await empty.deps.db.read(async (tx) => ({
    list: await tx.selectFrom('categorias').select(['nombre', 'orden']).orderBy('orden').execute(),
    logged: await tx.selectFrom('change_log').select(['revision', 'after']).execute(),
    revision: (await readHead(tx)).revision,
  }))
  expect(list.map(({ orden }) => orden)).toEqual(list.map((_, index) => index + 1))
  // A move at the end of a list takes a revision and records no change, so the log may end before the head.
  expect(logged.every((change) => change.revision <= revision)).toBe(true)
  const created = logged.map(({ after }) => JSON.parse(after ?? '{}')).filter(({ nombre }) => nombre !== undefined)
  expect(new Set(list.map(({ nombre }) => nombre))).toEqual(
    new Set(['A', 'B', 'C', 'D', ...created.map(({ nombre }) => nombre)]),
  )
})

test('only the owner can read a backup, and a folder that is not empty is refused', async () => {
  await using app = await startApp()
  await anEvent(app)
  const folder = folderFor()
  await backup(app.deps.db, app.deps.files, folder, new Date())
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const entry of entries) {
    const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
    expect([entry.name, mode]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600])
  }
  await expect(backup(app.deps.db, app.deps.files, folder, new Date())).rejects.toThrow('no está vacía')
})

test.each([
  [
    'a link to an empty folder',
    (folder: string) => symlinkSync(mkdtempSync(join(tmpdir(), 'salsa-respaldo-')), folder),
  ],
  ['a file', (folder: string) => writeFileSync(folder, '')],
])('a backup to the path of %s is refused before anything is copied', async (_what, put) => {
  await using app = await startApp()
  await anEvent(app)
  const folder = folderFor()
  put(folder)
  const get = vi.fn(app.deps.files.get)
  const refused = backup(app.deps.db, { ...app.deps.files, get }, folder, new Date())
  await expect(refused).rejects.toThrow(`${folder} es un enlace o un archivo. Usa una carpeta que no exista.`)
  expect(get).not.toHaveBeenCalled()
  expect(readdirSync(dirname(folder))).toEqual(['uno'])
})

test('of two backups to one folder the first stays complete, and the other reports it and leaves nothing', async () => {
  await using app = await startApp()
  await using empty = await stopped()
  await anEvent(app)
  const folder = folderFor()
  const both = await Promise.allSettled([1, 2].map(() => backup(app.deps.db, app.deps.files, folder, new Date())))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [late] = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(late).toContain(`Alguien usó la carpeta ${folder} mientras tanto. No se respaldó nada`)

  expect(readdirSync(dirname(folder))).toEqual(['uno'])
  await restore(empty.deps.db, empty.deps.files, folder)
  expect(await hashesOf(empty)).toEqual(await hashesOf(app))
})

test('the folder of a killed backup is not used by the next one, and is removed a day later', async () => {
  await using app = await startApp()
  await using empty = await stopped()
  await anEvent(app)
  const folder = folderFor()
  const beside = dirname(folder)
  const left = [`.${process.pid}.respaldo`, '.respaldo-a1B2c3']
  for (const name of left) {
    mkdirSync(join(beside, name, 'archivos', 'musica'), { recursive: true })
    writeFileSync(join(beside, name, 'archivos', 'musica', 'a.mp3'), 'half')
  }
  mkdirSync(join(beside, '.respaldo-miAgua'))
  writeFileSync(join(beside, '.respaldo-miAgua', 'notas.txt'), '')

  await backup(app.deps.db, app.deps.files, folder, new Date())
  await restore(empty.deps.db, empty.deps.files, folder)
  expect(await hashesOf(empty)).toEqual(await hashesOf(app))
  expect(readdirSync(beside).toSorted()).toEqual([...left, '.respaldo-miAgua', 'uno'].toSorted())

  const theDayBefore = new Date(Date.now() - 25 * 3_600_000)
  for (const name of [...left, '.respaldo-miAgua']) utimesSync(join(beside, name), theDayBefore, theDayBefore)
  await backup(app.deps.db, app.deps.files, join(beside, 'dos'), new Date())
  expect(readdirSync(beside).toSorted()).toEqual(['.respaldo-miAgua', 'dos', 'uno'])
})

test('a restore to a place that is not empty is refused, and changes nothing', { tags: 's3' }, async () => {
  await using app = await startApp()
  await using empty = await stopped()
  await anEvent(app)
  const folder = folderFor()
  await backup(app.deps.db, app.deps.files, folder, new Date())
  await expect(restore(app.deps.db, app.deps.files, folder)).rejects.toThrow('ya tiene')
  expect(await app.deps.files.list('')).toEqual(['carrusel/b.png', 'musica/a.mp3'])
  for (const path of ['carrusel/ajena.png', 'carrusel/b.png']) {
    await empty.deps.files.put(path, Readable.from(['de otro']))
    await expect(restore(empty.deps.db, empty.deps.files, folder)).rejects.toThrow('ya tiene archivos')
    expect(await hashesOf(empty)).toEqual({ [path]: hash('sha256', 'de otro') })
    await empty.deps.files.remove(path)
  }
})

test(
  'a restore that failed when the store stopped answering succeeds when it is repeated',
  { tags: 's3' },
  async () => {
    await using app = await startApp()
    await using empty = await stopped()
    await anEvent(app)
    const folder = folderFor()
    await backup(app.deps.db, app.deps.files, folder, new Date())
    const { files } = empty.deps
    let puts = 0
    const dying: FileStore = {
      ...files,
      put: async (path, content) => {
        puts += 1
        if (puts > 1) throw new FilesAway('no line')
        await files.put(path, content)
      },
      remove: async () => Promise.reject(new FilesAway('no line')),
    }
    await expect(restore(empty.deps.db, dying, folder)).rejects.toThrow(FilesAway)
    expect(await files.list('')).toHaveLength(1)

    await restore(empty.deps.db, files, folder)

    expect(await rowsOf(empty)).toEqual(await rowsOf(app))
    expect(await hashesOf(empty)).toEqual(await hashesOf(app))
  },
)
