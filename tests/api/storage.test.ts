// @module-tag s3
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { deleteCategoria } from '#contract/categorias.ts'
import { deleteImagen } from '#contract/evento.ts'
import { createInscripcion, deleteInscripcion, misInscripciones, updateInscripcion } from '#contract/inscripciones.ts'
import { portada } from '#contract/views/portada.ts'
import { perfil, registerUsuario, savePerfil } from '#contract/usuarios.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { sweep } from '../../src/server/sweep.ts'
import { syncGaleria } from '../../src/server/evento/galeria.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { sweepOrphans } from '../support/sweep.ts'
import { seedDia } from '../support/builders.ts'
import { freshPlace, STORAGE_URL } from '../support/database.ts'
import { startGate, type Gate, type Line } from '../support/proxy.ts'
import { aTrack } from '../support/mp3.ts'
import { begin, bring, tus, upload } from '../support/tus.ts'
import { anAlta, aPhoto, countPeople, keptFiles, stagePhoto, storedFiles } from '../support/usuarios.ts'

const AWAY = { status: 503, code: 'archivo.away', message: PROBLEMS['archivo.away'] }
const NOWHERE = 's3://llave:secreto-del-almacen@127.0.0.1:1/prueba?tls=0'
const DAY_MS = 24 * 60 * 60_000

/** The timeout of a store that does not answer takes seconds: in the step of S3. */
const LINES: readonly Line[] = STORAGE_URL ? ['shut', 'mute'] : ['shut']

test.each(LINES)('while the connection of a store is %s, saving is refused within seconds', async (line) => {
  await using gate = await startGate(NOWHERE, line)
  await using app = await startApp({ env: { STORAGE_URL: gate.url } })
  // The first question also makes what the others find made: a busy machine takes longer for it.
  for (const limit of [20_000, 5_000]) {
    const began = performance.now()
    const ready = await app.app.http.inject('/readyz')
    expect(performance.now() - began).toBeLessThan(limit)
    expect([ready.statusCode, ready.json()]).toEqual([503, { ...AWAY, status: undefined, fields: {} }])
  }
  expect((await app.app.http.inject('/healthz')).statusCode).toBe(200)

  const alta = anAlta({ foto: `${randomUUID()}_retrato` })
  await expect(app.visitor.send(registerUsuario, alta)).rejects.toMatchObject(AWAY)
  expect(await countPeople(app)).toMatchObject({ users: 0, cuenta: 0 })
  // A registration without a photo needs no store.
  await app.visitor.send(registerUsuario, anAlta())
})

/** An app whose store is real, behind a gate. */
async function behindGate(now?: () => number): Promise<{ gate: Gate; app: TestApp } & AsyncDisposable> {
  const place = await freshPlace()
  const gate = await startGate(place.storageUrl ?? '')
  const app = await startApp({ place, env: { STORAGE_URL: gate.url }, ...(now && { now }) })
  return {
    gate,
    app,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]()
      await gate[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    },
  }
}

test.runIf(STORAGE_URL)(
  'a photo that cannot be stored changes no profile, and is accepted once the store is back',
  async () => {
    await using world = await behindGate()
    const { app, gate } = world
    const usuario = await app.as('usuario')
    const PERFIL = { nombre: 'Ana', apellido: 'Paz', pais: 'Cuba' }
    await usuario.send(savePerfil, { ...PERFIL, foto: (await stagePhoto(app, await aPhoto())).foto })
    const before = await usuario.see(perfil, { uid: usuario.id })
    const { foto } = await stagePhoto(app, await aPhoto('#12b06b'))

    gate.set('shut')
    expect(await stagePhoto(app, await aPhoto())).toMatchObject(AWAY)
    await expect(usuario.send(savePerfil, { ...PERFIL, nombre: 'Eva', foto })).rejects.toMatchObject(AWAY)
    expect(await usuario.see(perfil, { uid: usuario.id })).toEqual(before)
    const seen = await app.app.http.inject({ url: before?.fotoURL ?? '', headers: { cookie: usuario.cookie ?? '' } })
    expect([seen.statusCode, seen.json().code, seen.headers['cache-control']]).toEqual([
      503,
      'archivo.away',
      'no-store',
    ])

    gate.set('open')
    await usuario.send(savePerfil, { ...PERFIL, nombre: 'Eva', foto })
    expect((await usuario.see(perfil, { uid: usuario.id }))?.fotoURL).not.toBe(before?.fotoURL)
    expect(await keptFiles(app)).toHaveLength(1)
  },
)

test.runIf(STORAGE_URL)(
  'a track that cannot be stored waits for the store, and a change of an entry is made whole or not at all',
  async () => {
    let now = Date.now()
    await using world = await behindGate(() => now)
    const { app, gate } = world
    const { categorias } = await seedDia(app, 'jueves', { Salsa: 0, 'Son montuno': 0 })
    const [salsa = '', son = ''] = categorias.map(({ id }) => id)
    const usuario = await app.as('usuario')
    const own = async () => (await usuario.see(misInscripciones))?.inscripciones ?? []
    const track = aTrack(2)
    const { path } = await begin(app, usuario, track.length)

    gate.set('shut')
    expect(await bring(app, usuario, path, { bytes: track })).toMatchObject(AWAY)
    gate.set('open')
    const again = await tus(app, usuario, ['HEAD', path])
    expect([again.status, again.headers['upload-offset']]).toEqual([200, '0'])
    expect((await bring(app, usuario, path, { bytes: track })).status).toBe(204)

    const entry = { nombre: 'Ana', compania: 'Son', categoriaId: salsa, subida: path.split('/').at(-1) ?? '' }
    gate.set('shut')
    await expect(usuario.send(createInscripcion, entry)).rejects.toMatchObject(AWAY)
    expect(await own()).toEqual([])
    gate.set('open')
    const { id } = await usuario.send(createInscripcion, entry)
    const [before] = await own()

    // Another track needs the store, and so does another category, which copies the track; another name does not.
    const subida = await upload(app, usuario)
    gate.set('shut')
    await expect(usuario.send(updateInscripcion, { id, subida })).rejects.toMatchObject(AWAY)
    await expect(usuario.send(updateInscripcion, { id, categoriaId: son })).rejects.toMatchObject(AWAY)
    expect(await own()).toEqual([before])
    await usuario.send(updateInscripcion, { id, nombre: 'Eva' })
    gate.set('open')
    await usuario.send(updateInscripcion, { id, categoriaId: son })
    const [, copy = ''] = await app.deps.files.list('musica')
    expect(copy).toMatch(/^musica\/son_montuno_eva_\d{16}\.mp3$/)
    expect(await buffer((await app.deps.files.get(copy)) ?? Readable.from([]))).toEqual(track)

    // Deleting an entry needs no store: the sweep removes its files later.
    gate.set('shut')
    await usuario.send(deleteInscripcion, { id })
    expect(await own()).toEqual([])
    gate.set('open')
    expect(await app.deps.files.list('musica')).toHaveLength(2)
    await sweep(app.deps)
    now += DAY_MS + 1
    await sweep(app.deps)
    expect(await storedFiles(app)).toEqual([])
  },
)

test.runIf(STORAGE_URL)(
  'a category is deleted with all its music, and an image at once, also while the store is away',
  async () => {
    await using world = await behindGate()
    const { app, gate } = world
    const { categorias } = await seedDia(app, 'jueves', { Salsa: 0, Son: 0 })
    const [salsa = '', son = ''] = categorias.map(({ id }) => id)
    const [admin, usuario] = [await app.as('admin'), await app.as('usuario')]
    for (const categoriaId of [salsa, salsa, son])
      await usuario.send(createInscripcion, {
        nombre: 'Íñigo y Zoë',
        compania: 'Ñ',
        categoriaId,
        subida: await upload(app, usuario),
        acepta: ['Ya inscribiste a Íñigo y Zoë en Salsa.'],
      })
    await admin.send(deleteCategoria, { id: salsa })
    await sweepOrphans(app)
    expect(await app.deps.files.list('musica')).toEqual([expect.stringContaining('musica/son_')])

    await app.deps.files.put('carrusel/año 1.png', Readable.from(['x']))
    await syncGaleria(app.deps)
    const shown = async () => (await app.visitor.see(portada))?.imagenes.map(({ archivo }) => archivo)
    gate.set('shut')
    await admin.send(deleteImagen, { archivo: 'año 1.png' })
    expect(await shown()).toEqual([])
    gate.set('open')
    await syncGaleria(app.deps)
    expect(await shown()).toEqual([])
    await sweepOrphans(app)
    expect(await app.deps.files.list('carrusel')).toEqual([])
  },
)

test.runIf(STORAGE_URL)(
  'a category with much music is deleted as fast as one with little, also while the store does not answer',
  async () => {
    await using world = await behindGate()
    const { app, gate } = world
    const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 12 })
    for (const { id } of competidores)
      await app.deps.db.write((tx) =>
        tx
          .updateTable('competidores')
          .set({ musicaPath: `musica/${id}.mp3` })
          .where('id', '=', id)
          .execute(),
      )
    const admin = await app.as('admin')
    gate.set('mute')
    const began = performance.now()
    await admin.send(deleteCategoria, { id: categorias[0]?.id ?? '' })
    expect(performance.now() - began).toBeLessThan(20_000)
    gate.set('open')
  },
)
