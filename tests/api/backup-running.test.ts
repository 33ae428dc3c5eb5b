import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { deleteImagen } from '#contract/evento.ts'
import { createInscripcion, deleteInscripcion } from '#contract/inscripciones.ts'
import { savePerfil } from '#contract/usuarios.ts'
import { hashPassword } from '../../src/server/acceso/password.ts'
import { setPassword } from '../../src/server/acceso/store.ts'
import { backup } from '../../src/server/backup/backup.ts'
import { restore } from '../../src/server/backup/restore.ts'
import type { Database } from '../../src/server/db/database.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { finishPendingFiles } from '../../src/server/interchange/staging.ts'
import { readGaleria } from '../../src/server/evento/store.ts'
import { startApp, type Client, type TestApp, type TestOptions } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { cookieOf, enter as signIn, PASSWORD } from '../support/cuentas.ts'
import { load, treeIn } from '../support/evento.ts'
import { aTrack } from '../support/mp3.ts'
import { addImagen, folderFor, hashesOf, stopped } from '../support/backup.ts'
import { upload } from '../support/tus.ts'
import { aPhoto, stagePhoto } from '../support/usuarios.ts'

interface Started {
  readonly app: TestApp
  readonly categoriaId: string
  readonly admin: Client
  readonly usuario: Client
}

async function started(options: TestOptions = {}): Promise<Started & AsyncDisposable> {
  const app = await startApp(options)
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const [admin, usuario] = [await app.as('admin'), await app.as('usuario')]
  const dispose = () => app[Symbol.asyncDispose]()
  return { app, categoriaId: categorias[0]?.id ?? '', admin, usuario, [Symbol.asyncDispose]: dispose }
}

async function enter({ app, usuario, categoriaId }: Started, salt = 0): Promise<string> {
  const subida = await upload(app, usuario, aTrack(2, salt))
  return (await usuario.send(createInscripcion, { nombre: `Ana ${salt}`, compania: 'Son', categoriaId, subida })).id
}

/** Acts that run when a backup lists the store or reads a file. */
interface Meanwhile {
  readonly listed?: () => Promise<unknown>
  readonly asked?: (path: string) => Promise<unknown>
}

const watched = (files: FileStore, { listed, asked }: Meanwhile): FileStore => ({
  ...files,
  list: async (folder) => {
    const paths = await files.list(folder)
    if (folder === '') await listed?.()
    return paths
  },
  get: async (path) => {
    await asked?.(path)
    return files.get(path)
  },
})

const once = (act: () => Promise<unknown>): (() => Promise<unknown>) => {
  let done: Promise<unknown> | undefined
  return () => (done ??= act())
}

test('tracks, photos, images and uploads that arrive during the copy are in the backup with their files', async () => {
  await using here = await started()
  const { app, admin, usuario, categoriaId } = here
  let subida = ''
  const listed = once(async () => {
    await enter(here)
    await addImagen(app, admin, 'cartel.png')
    const { foto } = await stagePhoto(app, await aPhoto())
    await usuario.send(savePerfil, { nombre: 'Úrsula', apellido: 'Núñez', pais: 'México', foto })
    subida = await upload(app, usuario, aTrack(3))
  })
  const folder = folderFor()
  const { archivos } = await backup(app.deps.db, watched(app.deps.files, { listed }), folder, new Date())

  await using empty = await stopped()
  await restore(empty.deps.db, empty.deps.files, folder)
  expect(await hashesOf(empty)).toEqual(await hashesOf(app))
  expect(Object.keys(await hashesOf(app))).toEqual([
    expect.stringMatching(/^carrusel\/cartel_/),
    expect.stringMatching(/^fotos\//),
    expect.stringMatching(/^musica\/salsa_ana_0_/),
  ])
  expect(archivos).toBe(4)
  // A user who had uploaded a track signs in again and submits the entry.
  await using again = await startApp({ place: empty.place })
  const email = `${usuario.id}@example.com`
  const hash = await hashPassword(PASSWORD)
  await again.deps.db.write((tx) => setPassword(tx, email, hash, again.deps.newId))
  const answer = await again.app.http.inject({
    method: 'POST',
    url: createInscripcion.path,
    headers: { cookie: cookieOf(await signIn(again, { email })) },
    payload: { nombre: 'Bea', compania: 'Son', categoriaId, subida },
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, { id: expect.any(String) }])
})

test('an image whose file is deleted and whose row is about to be is not in the backup', async () => {
  await using here = await started()
  const { app, admin } = here
  const archivo = await addImagen(app, admin, 'cartel.png')
  await app.deps.files.remove(`carrusel/${archivo}`)
  let reads = 0
  const db: Database = {
    ...app.deps.db,
    read: async (run) => {
      reads += 1
      // The backup has read the head, the rows, the changes and the names once: only now is the row deleted.
      if (reads === 5) await admin.send(deleteImagen, { archivo })
      return app.deps.db.read(run)
    },
  }
  const folder = folderFor()
  await backup(db, app.deps.files, folder, new Date())

  await using empty = await stopped()
  await restore(empty.deps.db, empty.deps.files, folder)
  expect(await empty.deps.db.read(readGaleria)).toEqual([])
})

test('an image that is deleted during the copy is not in the backup', async () => {
  await using here = await started()
  const { app, admin } = here
  const archivo = await addImagen(app, admin, 'cartel.png')
  await enter(here)
  const leave = once(() => admin.send(deleteImagen, { archivo }))
  const asked = async (path: string) => path.startsWith('musica/') && (await leave())
  const folder = folderFor()
  await backup(app.deps.db, watched(app.deps.files, { asked }), folder, new Date())

  await using empty = await stopped()
  await restore(empty.deps.db, empty.deps.files, folder)
  expect(Object.keys(await hashesOf(empty))).toEqual([expect.stringMatching(/^musica\//)])
})

test('a client that keeps adding and deleting entries waits in the end, and the backup is complete', async () => {
  await using here = await started()
  const { app, usuario } = here
  const held = Promise.withResolvers<void>()
  const patient: Database = {
    ...app.deps.db,
    write: (run) => {
      held.resolve()
      return app.deps.db.write(run)
    },
  }
  // The deletion runs outside of the transaction of the backup.
  const apart = AsyncLocalStorage.snapshot()
  const old = new Set<string>()
  const leaving = new Map<string, Promise<unknown>>()
  let id = ''
  let turns = 0
  const listed = async () => {
    for (const path of await app.deps.files.list('')) old.add(path)
    turns += 1
    id = await enter(here, turns)
  }
  // When the backup reads a track that it had not listed, the entry of that track is deleted.
  const asked = async (path: string) => {
    if (old.has(path) || leaving.has(path)) return
    const gone = apart(() => usuario.send(deleteInscripcion, { id }))
    leaving.set(path, gone)
    await Promise.race([gone, held.promise])
  }
  const folder = folderFor()
  await backup(patient, watched(app.deps.files, { listed, asked }), folder, new Date())
  await Promise.all(leaving.values())

  await using empty = await stopped()
  await restore(empty.deps.db, empty.deps.files, folder)
  const rows = await empty.deps.db.read((tx) => tx.selectFrom('competidores').select('musicaPath').execute())
  expect(rows).toHaveLength(1)
  expect(Object.keys(await hashesOf(empty))).toEqual(rows.map(({ musicaPath }) => musicaPath))
  expect(turns).toBeGreaterThan(1)
})

const TREE = {
  categorias: { c: { nombre: 'Son', dia: 'jueves', orden: 1 } },
  competidores: {
    son: { e: { nombre: 'Eva', categoria: 'Son', dia: 'jueves', orden: 1, musicaPath: 'musica/e.mp3' } },
  },
}
const FILES = ['musica/e.mp3', 'carrusel/cartel.png']

test('an import with staged files is in the backup, and is finished where it is restored', async () => {
  let failing = true
  const files = (store: FileStore): FileStore => ({
    ...store,
    move: async (from, to) => (failing ? Promise.reject(new Error('The disk is away.')) : store.move(from, to)),
  })
  await using here = await started({ files })
  const { app } = here
  expect(await load(app, treeIn(TREE, FILES), { replace: true })).toMatchObject({ done: true, filesLater: true })
  const folder = folderFor()
  await backup(app.deps.db, app.deps.files, folder, new Date())

  await using empty = await stopped()
  await restore(empty.deps.db, empty.deps.files, folder)
  await using again = await startApp({ place: empty.place })
  await finishPendingFiles(again.deps)
  failing = false
  await finishPendingFiles(app.deps)
  expect(await hashesOf(again)).toEqual(await hashesOf(app))
  expect(Object.keys(await hashesOf(again))).toEqual(['carrusel/cartel.png', 'musica/e.mp3'])
})

test('when an import replaces files under the same names, the backup has no file of the earlier event', async () => {
  await using here = await started()
  const { app } = here
  for (const path of FILES) await app.deps.files.put(path, Readable.from(['the one of before']))
  const replace = once(() => load(app, treeIn(TREE, FILES), { replace: true }))
  // The import runs after both files are copied.
  let copied = 0
  const asked = async () => void (copied += 1)
  const db: Database = {
    ...app.deps.db,
    read: async (run) => {
      if (copied === FILES.length) await replace()
      return app.deps.db.read(run)
    },
  }
  const folder = folderFor()
  await backup(db, watched(app.deps.files, { asked }), folder, new Date())

  await using empty = await stopped()
  await restore(empty.deps.db, empty.deps.files, folder)
  expect(await hashesOf(empty)).toEqual(await hashesOf(app))
})
