import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { deleteImagen } from '#contract/evento.ts'
import { createInscripcion, deleteInscripcion } from '#contract/inscripciones.ts'
import { savePerfil } from '#contract/usuarios.ts'
import { hashPassword } from '../../src/server/acceso/password.ts'
import { ensureCuenta } from '../../src/server/acceso/store.ts'
import { backup } from '../../src/server/backup/backup.ts'
import { restore } from '../../src/server/backup/restore.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { sweep } from '../../src/server/sweep.ts'
import { startApp, type Client, type TestApp, type TestOptions } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { cookieOf, enter as signIn, PASSWORD } from '../support/cuentas.ts'
import { load, treeIn } from '../support/evento.ts'
import { aTrack } from '../support/mp3.ts'
import { addImagen, folderFor, hashesOf, stopped } from '../support/backup.ts'
import { upload } from '../support/tus.ts'
import { aPhoto, stagePhoto } from '../support/usuarios.ts'

const HOUR_MS = 60 * 60_000

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

/** A store that runs an act before a backup reads a file. */
const watched = (files: FileStore, asked: (path: string) => Promise<unknown>): FileStore => ({
  ...files,
  get: async (path) => {
    await asked(path)
    return files.get(path)
  },
})

const once = (act: () => Promise<unknown>): (() => Promise<unknown>) => {
  let done: Promise<unknown> | undefined
  return () => (done ??= act())
}

/** Restores a backup to a place of its own. */
async function restored(folder: string): Promise<Awaited<ReturnType<typeof stopped>>> {
  const empty = await stopped()
  await restore(empty.deps.db, empty.deps.files, folder)
  return empty
}

test('tracks, photos, images and finished uploads are in the backup with their files', async () => {
  await using here = await started()
  const { app, admin, usuario, categoriaId } = here
  await enter(here)
  await addImagen(app, admin, 'cartel.png')
  const { foto } = await stagePhoto(app, await aPhoto())
  await usuario.send(savePerfil, { nombre: 'Úrsula', apellido: 'Núñez', pais: 'México', foto })
  const subida = await upload(app, usuario, aTrack(3))
  // An operator copied it there while no server ran.
  await app.deps.files.put('carrusel/a_mano.png', Readable.from(['x']))
  const folder = folderFor()
  const { archivos } = await backup(app.deps.db, app.deps.files, folder, new Date())

  await using empty = await restored(folder)
  expect(Object.keys(await hashesOf(empty))).toEqual([
    'carrusel/a_mano.png',
    expect.stringMatching(/^carrusel\/cartel_/),
    expect.stringMatching(/^fotos\//),
    expect.stringMatching(/^musica\/salsa_ana_0_/),
  ])
  expect(await hashesOf(app)).toMatchObject(await hashesOf(empty))
  expect(archivos).toBe(5)
  // A user who had uploaded a track signs in again and submits the entry.
  await using again = await startApp({ place: empty.place })
  const email = `${usuario.id}@example.com`
  const hash = await hashPassword(PASSWORD)
  await again.deps.db.write((tx) => ensureCuenta(tx, email, again.deps.newId, hash))
  const answer = await again.app.http.inject({
    method: 'POST',
    url: createInscripcion.path,
    headers: { cookie: cookieOf(await signIn(again, { email })) },
    payload: { nombre: 'Bea', compania: 'Son', categoriaId, subida },
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, { id: expect.any(String) }])
})

test('a backup is of one moment, with its files, while files are added, deleted and swept', async () => {
  await using here = await started()
  const { app, admin, usuario } = here
  const archivo = await addImagen(app, admin, 'cartel.png')
  const id = await enter(here)
  const before = await hashesOf(app)
  const act = once(async () => {
    await usuario.send(deleteInscripcion, { id })
    await admin.send(deleteImagen, { archivo })
    await enter(here, 1)
    await addImagen(app, admin, 'otro.png')
    for (const hours of [0, 1, 23]) await sweep({ ...app.deps, now: () => app.deps.now() + hours * HOUR_MS })
  })
  const folder = folderFor()
  await backup(app.deps.db, watched(app.deps.files, act), folder, new Date())

  await using empty = await restored(folder)
  expect(await hashesOf(empty)).toEqual(before)
})

test('an import that replaces the event during the copy does not change the files of the backup', async () => {
  await using here = await started()
  const { app, admin } = here
  await enter(here)
  await addImagen(app, admin, 'cartel.png')
  const before = await hashesOf(app)
  const [music = '', image = ''] = Object.keys(before).toSorted().toReversed()
  const tree = {
    categorias: { c: { nombre: 'Son', dia: 'jueves', orden: 1 } },
    competidores: { son: { e: { nombre: 'Eva', categoria: 'Son', dia: 'jueves', orden: 1, musicaPath: music } } },
  }
  const replace = once(() => load(app, treeIn(tree, [music, image]), { replace: true }))
  const folder = folderFor()
  await backup(app.deps.db, watched(app.deps.files, replace), folder, new Date())

  await using empty = await restored(folder)
  expect(await hashesOf(empty)).toEqual(before)
})
