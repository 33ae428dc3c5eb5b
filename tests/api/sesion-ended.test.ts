import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { changePassword, endSesiones } from '#contract/acceso.ts'
import { deleteImagen, addImagen } from '#contract/evento.ts'
import { saveMinutos } from '#contract/horario.ts'
import { createInscripcion, updateInscripcion } from '#contract/inscripciones.ts'
import { portada } from '#contract/views/portada.ts'
import { deleteUsuario, setActivo } from '#contract/usuarios.ts'
import { syncGaleria } from '../../src/server/evento/galeria.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { sweepOrphans } from '../support/sweep.ts'
import { seedDia } from '../support/builders.ts'
import { aTrack } from '../support/mp3.ts'
import { begin, upload } from '../support/tus.ts'
import { aPhoto } from '../support/usuarios.ts'

/** The act of the administrator while a track is being stored for its entry. */
interface Meanwhile {
  act: () => Promise<unknown>
}

async function started(meanwhile: Meanwhile): Promise<TestApp> {
  return startApp({
    files: (files) => ({
      ...files,
      put: async (path, content) => {
        if (path.startsWith('musica/')) await meanwhile.act()
        return files.put(path, content)
      },
    }),
  })
}

test.each([
  ['deleted', (admin: Client, id: string) => admin.send(deleteUsuario, { id })],
  ['switched off', (admin: Client, id: string) => admin.send(setActivo, { id, activo: false })],
] as const)('a user who is %s while handing in an entry hands in none', async (_what, end) => {
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
  await sweepOrphans(app)
  expect(await app.deps.files.list('musica')).toEqual([])
})

interface Late {
  readonly method: 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** A request whose head is admitted and whose body comes after `act`, by default after every session of its person has ended. */
async function late(
  app: TestApp,
  who: Client,
  { method, url, body, headers }: Late,
  act: () => Promise<unknown> = () => who.send(endSesiones, {}),
): Promise<number> {
  const { actorOf } = app.deps
  const { statusCode } = await app.app.http.inject({
    method,
    url,
    headers: { cookie: who.cookie ?? '', 'content-length': String(Buffer.byteLength(body)), ...headers },
    payload: Readable.from(
      (async function* slowly() {
        const token = who.cookie?.slice('sesion='.length) ?? ''
        await expect.poll(() => actorOf({ token, isBearer: false })).toMatchObject({ id: who.id })
        await act()
        yield body
      })(),
    ),
  })
  return statusCode
}

const JSON_BODY = { 'content-type': 'application/json' }

test('a press that was under way when its session was ended does nothing', async () => {
  await using app = await startApp()
  const body = JSON.stringify({ minutosPorCompetidor: 9 })
  const press = { method: 'PUT', url: saveMinutos.path, body, headers: JSON_BODY } as const
  expect(await late(app, await app.as('admin'), press)).toBe(401)
  expect(await app.deps.db.read((tx) => tx.selectFrom('adminMinutoAMinuto').selectAll().execute())).toEqual([])
})

test('an image that was on its way when its session was ended is not published, and none is deleted', async () => {
  await using app = await startApp()
  const url = `${addImagen.path}?nombre=cartel.png`
  const image = { method: 'POST', url, body: await aPhoto(), headers: { 'content-type': 'image/png' } } as const
  expect(await late(app, await app.as('admin'), image)).toBe(401)
  await syncGaleria(app.deps)
  expect(await app.visitor.see(portada)).toMatchObject({ imagenes: [] })

  await app.deps.files.put('carrusel/cartel.webp', Readable.from([await aPhoto()]))
  await syncGaleria(app.deps)
  const there = await app.visitor.see(portada)
  const deleting = deleteImagen.path.replace(':archivo', 'cartel.webp')
  const gone = { method: 'DELETE', url: deleting, body: '{}', headers: JSON_BODY } as const
  expect(await late(app, await app.as('admin'), gone)).toBe(401)
  await syncGaleria(app.deps)
  expect(await app.visitor.see(portada)).toEqual(there)
  expect(await app.deps.files.list('carrusel')).toEqual(['carrusel/cartel.webp'])
})

test('an image is neither deleted nor published when the session ends in the last moment', async () => {
  let last: ((when: 'write' | 'put') => Promise<unknown>) | undefined
  await using app = await startApp({
    database: (db) => ({ ...db, write: async (run) => last?.('write').then(() => db.write(run)) ?? db.write(run) }),
    files: (files) => ({
      ...files,
      put: async (path, content) => {
        await files.put(path, content)
        await last?.('put')
      },
    }),
  })
  const endIn = (moment: 'write' | 'put', who: Client) => {
    last = async (when) => {
      if (when !== moment) return
      last = undefined
      await who.send(endSesiones, {})
    }
  }
  const carrusel = () => app.deps.files.list('carrusel')
  const shown = async () => (await app.visitor.see(portada))?.imagenes.map(({ archivo }) => archivo)
  await app.deps.files.put('carrusel/cartel.webp', Readable.from([await aPhoto()]))
  await syncGaleria(app.deps)

  const [one, two] = [await app.as('admin'), await app.as('admin')]
  endIn('write', one)
  await expect(one.send(deleteImagen, { archivo: 'cartel.webp' })).rejects.toMatchObject({ status: 401 })
  expect(await carrusel()).toEqual(['carrusel/cartel.webp'])

  endIn('put', two)
  const headers = { 'content-type': 'image/png', cookie: two.cookie ?? '' }
  const adding = { method: 'POST', url: `${addImagen.path}?nombre=otra.png`, headers } as const
  expect((await app.app.http.inject({ ...adding, payload: await aPhoto() })).statusCode).toBe(401)
  await syncGaleria(app.deps)
  expect([await shown(), (await carrusel()).length]).toEqual([['cartel.webp'], 2])

  // A day later the file of the refused image goes.
  await sweepOrphans(app)
  await syncGaleria(app.deps)
  expect([await shown(), await carrusel()]).toEqual([['cartel.webp'], ['carrusel/cartel.webp']])
})

test('a track that was on its way when its session was ended is not taken', async () => {
  await using app = await startApp()
  const usuario = await app.as('usuario')
  const track = aTrack(2)
  const { path } = await begin(app, usuario, track.length)
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  expect(await late(app, usuario, { method: 'PATCH', url: path, body: track, headers })).toBe(401)
  const subidas = await app.deps.db.read((tx) => tx.selectFrom('subida').select('estado').execute())
  expect(subidas).toEqual([{ estado: 'subiendo' }])
})

test('a request for another person’s entry does not make the server store a track', async () => {
  let stored = 0
  const meanwhile: Meanwhile = { act: async () => undefined }
  await using app = await started(meanwhile)
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0, Casino: 0 })
  const [owner, other] = [await app.as('usuario'), await app.as('usuario')]
  const [categoriaId = '', elsewhere = ''] = categorias.map(({ id }) => id)
  const entry = { nombre: 'Ana', compania: 'Son', categoriaId }
  const { id } = await owner.send(createInscripcion, { ...entry, subida: await upload(app, owner) })
  const subida = await upload(app, other)
  meanwhile.act = async () => void (stored += 1)

  const moving = other.send(updateInscripcion, { id, ...entry, categoriaId: elsewhere, subida })
  await expect(moving).rejects.toMatchObject({ status: 404, code: 'inscripcion.missing' })
  expect(stored).toBe(0)
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

test('a token that was used a moment ago does nothing once a new password has replaced it', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  await admin.send(saveMinutos, { minutosPorCompetidor: 6 })
  const thief = admin.cookie ?? ''
  await admin.send(changePassword, { password: 'otra-clave-larga' })

  const { statusCode } = await app.app.http.inject({
    method: saveMinutos.method,
    url: saveMinutos.path,
    headers: { cookie: thief, ...JSON_BODY },
    payload: JSON.stringify({ minutosPorCompetidor: 9 }),
  })

  expect(statusCode).toBe(401)
  const saved = await app.deps.db.read((tx) =>
    tx.selectFrom('adminMinutoAMinuto').selectAll().executeTakeFirstOrThrow(),
  )
  expect(saved.minutosPorCompetidor).toBe(6)
})

test('a request that was admitted with the old token does nothing after a new password', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const act = () => admin.send(changePassword, { password: 'otra-clave-larga' })
  const body = JSON.stringify({ minutosPorCompetidor: 9 })
  const press = { method: 'PUT', url: saveMinutos.path, body, headers: JSON_BODY } as const
  expect(await late(app, admin, press, act)).toBe(401)

  const other = await app.as('admin')
  const takeover = { ...press, url: changePassword.path, body: JSON.stringify({ password: 'clave-de-un-ladron' }) }
  expect(await late(app, other, takeover, () => other.send(changePassword, { password: 'la-del-dueño' }))).toBe(401)
})
