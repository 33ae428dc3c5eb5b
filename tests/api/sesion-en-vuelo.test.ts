import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { endSesiones } from '#contract/acceso.ts'
import { saveMinutos } from '#contract/horario.ts'
import { createInscripcion, updateInscripcion } from '#contract/inscripciones.ts'
import { deleteUsuario, setActivo } from '#contract/usuarios.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { upload } from '../support/tus.ts'

/** What the administrator does while a track is being copied for its entry. */
interface Meanwhile {
  act: () => Promise<unknown>
}

async function started(meanwhile: Meanwhile): Promise<TestApp> {
  return startApp({
    files: (files) => ({
      ...files,
      copy: async (from, to) => {
        await meanwhile.act()
        return files.copy(from, to)
      },
    }),
  })
}

test.each([
  ['deleted', (admin: Client, id: string) => admin.send(deleteUsuario, { id })],
  ['switched off', (admin: Client, id: string) => admin.send(setActivo, { id, activo: false })],
] as const)('who is %s while they hand in an entry hands in none', async (_what, end) => {
  const meanwhile: Meanwhile = { act: async () => undefined }
  await using app = await started(meanwhile)
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const admin = await app.as('admin')
  const usuario = await app.as('usuario')
  const subida = await upload(app, usuario)
  meanwhile.act = () => end(admin, usuario.id)

  const entry = { nombre: 'Ana', compania: 'Son', categoriaId: categorias[0]?.id ?? '', subida }
  await expect(usuario.send(createInscripcion, entry)).rejects.toMatchObject({ status: 401, code: 'session.required' })

  expect(await app.deps.db.read((tx) => tx.selectFrom('competidores').selectAll().execute())).toEqual([])
  await expect.poll(() => app.deps.files.list('musica')).toEqual([])
})

test('a press that was under way when its session was ended does nothing', async () => {
  await using app = await startApp()
  const thief = await app.as('admin')
  const { actorOf } = app.deps
  const body = JSON.stringify({ minutosPorCompetidor: 9 })
  // The head lets them in; the body comes when the session is over.
  const request = app.app.http.inject({
    method: 'PUT',
    url: saveMinutos.path,
    headers: { cookie: thief.cookie ?? '', 'content-type': 'application/json' },
    payload: Readable.from(
      (async function* late() {
        await expect.poll(() => actorOf(thief.cookie?.slice('sesion='.length))).toMatchObject({ role: 'admin' })
        await thief.send(endSesiones, {})
        yield body
      })(),
    ),
  })
  expect((await request).statusCode).toBe(401)
  expect(await app.deps.db.read((tx) => tx.selectFrom('adminMinutoAMinuto').selectAll().execute())).toEqual([])
})

test('nobody makes the server copy the track of an entry that is not theirs', async () => {
  let copies = 0
  const meanwhile: Meanwhile = { act: async () => undefined }
  await using app = await started(meanwhile)
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0, Casino: 0 })
  const [owner, other] = [await app.as('usuario'), await app.as('usuario')]
  const [categoriaId = '', elsewhere = ''] = categorias.map(({ id }) => id)
  const entry = { nombre: 'Ana', compania: 'Son', categoriaId }
  const { id } = await owner.send(createInscripcion, { ...entry, subida: await upload(app, owner) })
  meanwhile.act = async () => void (copies += 1)

  const moving = other.send(updateInscripcion, { id, ...entry, categoriaId: elsewhere })
  await expect(moving).rejects.toMatchObject({ status: 404, code: 'inscripcion.missing' })
  expect(copies).toBe(0)
})

test('of an entry handed in ten times at once under one key, one track is kept', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const usuario = await app.as('usuario')
  const entry = {
    nombre: 'Ana',
    compania: 'Son',
    categoriaId: categorias[0]?.id ?? '',
    subida: await upload(app, usuario),
  }
  const sent = Array.from({ length: 10 }, () => usuario.send(createInscripcion, entry, { key: 'una-y-la-misma' }))
  const ids = (await Promise.all(sent)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(1)
  await expect.poll(async () => (await app.deps.files.list('musica')).length).toBe(1)
})
