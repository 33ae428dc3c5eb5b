import { expect, test } from 'vitest'
import { moveCompetidor } from '#contract/competidores.ts'
import { createInscripcion, misInscripciones, updateInscripcion } from '#contract/inscripciones.ts'
import { registerUsuario, savePerfil, setActivo } from '#contract/usuarios.ts'
import { DatabaseAway } from '../../src/server/db/database.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { startApp, type Client, type TestApp, type TestOptions } from '../support/app.ts'
import { sweepOrphans } from '../support/sweep.ts'
import { seedDia } from '../support/builders.ts'
import { cookieOf, enter, seedCuenta, whoIs } from '../support/cuentas.ts'
import { aTrack } from '../support/mp3.ts'
import { begin, bring, files, upload } from '../support/tus.ts'
import { anAlta, aPhoto, stagePhoto } from '../support/usuarios.ts'

type Moment = 'before' | 'after'

/** Runs an act of another client once, just before or just after a stored file is touched. */
class Meanwhile {
  #act: (() => Promise<unknown>) | null = null
  #moment: Moment = 'before'
  readonly said: string[] = []

  set(act: () => Promise<unknown>, moment: Moment = 'before'): void {
    this.#act = act
    this.#moment = moment
  }

  async #at(moment: Moment): Promise<void> {
    const act = this.#moment === moment ? this.#act : null
    if (act) this.#act = null
    await act?.()
  }

  get options(): TestOptions {
    const files = (store: FileStore): FileStore => ({
      ...store,
      put: async (path, content) => {
        await this.#at('before')
        await store.put(path, content)
        await this.#at('after')
      },
    })
    return { files, onLog: (message) => this.said.push(message) }
  }
}

const ENTRY = { nombre: 'Ana', compania: 'Son' }

/** The tracks that stay after a sweep. */
async function tracks(app: TestApp): Promise<string[]> {
  await sweepOrphans(app)
  return app.deps.files.list('musica')
}

test('of two tabs that hand in one upload at once, each at its own instance, one makes an entry and the other is refused', async () => {
  const meanwhile = new Meanwhile()
  await using app = await startApp(meanwhile.options)
  await using other = await startApp({ place: app.place })
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const usuario = await app.as('usuario')
  const entry = { nombre: 'Ana', compania: 'Son', categoriaId: categorias[0]?.id ?? '' }
  const subida = await upload(app, usuario)
  meanwhile.set(() => other.at(usuario).send(createInscripcion, { ...entry, subida }))

  const late = usuario.send(createInscripcion, {
    ...entry,
    subida,
    acepta: [`Ya inscribiste a ${entry.nombre} en Salsa.`],
  })

  await expect(late).rejects.toMatchObject({ status: 404, code: 'subida.missing' })
  expect([await tracks(app), meanwhile.said]).toEqual([[expect.stringMatching(/^musica\/salsa_ana_/)], []])
})

/** A competitor with an entry and its track, and another category for it. */
async function entered(app: TestApp): Promise<{ id: string; there: string; usuario: Client }> {
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0, Casino: 0 })
  const [here = '', there = ''] = categorias.map(({ id }) => id)
  const usuario = await app.as('usuario')
  const subida = await upload(app, usuario)
  const { id } = await usuario.send(createInscripcion, { ...ENTRY, categoriaId: here, subida })
  return { id, there, usuario }
}

test('two tabs that move one entry at once, each at its own instance, leave it there with its track', async () => {
  const meanwhile = new Meanwhile()
  await using app = await startApp(meanwhile.options)
  await using other = await startApp({ place: app.place })
  const { id, there, usuario } = await entered(app)
  const move = (who: Client) => who.send(updateInscripcion, { id, ...ENTRY, categoriaId: there })
  const both = await Promise.all([move(usuario), move(other.at(usuario))])
  expect(both).toHaveLength(2)

  const row = await app.deps.db.read((tx) => tx.selectFrom('competidores').selectAll().executeTakeFirstOrThrow())
  expect([row.categoriaId, await tracks(app), meanwhile.said]).toEqual([there, [row.musicaPath], []])
})

test('a tab that moves an entry late keeps the new track that another tab gave it there', async () => {
  await using app = await startApp()
  await using other = await startApp({ place: app.place })
  const { id, there, usuario } = await entered(app)
  const subida = await upload(app, usuario, aTrack(9))
  await other.at(usuario).send(updateInscripcion, { id, categoriaId: there, subida })

  await usuario.send(updateInscripcion, { id, categoriaId: there })

  const row = await app.deps.db.read((tx) => tx.selectFrom('competidores').selectAll().executeTakeFirstOrThrow())
  expect(await tracks(app)).toEqual([row.musicaPath])
  const [mine] = (await usuario.see(misInscripciones))?.inscripciones ?? []
  expect([row.categoriaId, mine?.duracion]).toEqual([there, 9])
})

test('two tabs that save one photo at once leave it in the profile', async () => {
  const meanwhile = new Meanwhile()
  await using app = await startApp(meanwhile.options)
  const usuario = await app.as('usuario')
  const { foto } = await stagePhoto(app, await aPhoto())
  const save = () => usuario.send(savePerfil, { nombre: 'Ana', apellido: 'Ruiz', pais: 'México', foto })
  meanwhile.set(save)

  await save()

  const { fotoPath } = await app.deps.db.read((tx) =>
    tx.selectFrom('users').select('fotoPath').where('uid', '=', usuario.id).executeTakeFirstOrThrow(),
  )
  await sweepOrphans(app)
  expect([await app.deps.files.list('fotos'), meanwhile.said]).toEqual([[fotoPath], []])
})

test('of two registrations of one e-mail at once, the refused one leaves no photo', async () => {
  const meanwhile = new Meanwhile()
  await using app = await startApp(meanwhile.options)
  const { foto } = await stagePhoto(app, await aPhoto())
  meanwhile.set(() => app.visitor.send(registerUsuario, anAlta()))

  await expect(app.visitor.send(registerUsuario, anAlta({ foto }))).rejects.toMatchObject({ status: 409 })

  await sweepOrphans(app)
  expect([await app.deps.files.list('fotos'), meanwhile.said]).toEqual([[], []])
})

test('when the database goes away after a new track is stored, the track does not stay', async () => {
  const meanwhile = new Meanwhile()
  let away = false
  await using app = await startApp({
    ...meanwhile.options,
    database: (db) => ({ ...db, write: (run) => (away ? Promise.reject(new DatabaseAway('gone')) : db.write(run)) }),
  })
  const { id, there, usuario } = await entered(app)
  const before = await tracks(app)
  const subida = await upload(app, usuario, aTrack(9))
  meanwhile.set(async () => {
    away = true
  }, 'after')

  await expect(usuario.send(updateInscripcion, { id, categoriaId: there, subida })).rejects.toMatchObject({
    status: 503,
  })

  away = false
  expect(await tracks(app)).toEqual(before)
})

test('an upload that is removed for newer ones while it is being measured leaves no file', async () => {
  const meanwhile = new Meanwhile()
  await using app = await startApp(meanwhile.options)
  const usuario = await app.as('usuario')
  const track = aTrack(2)
  const { path } = await begin(app, usuario, track.length)
  meanwhile.set(async () => {
    for (let newer = 0; newer < 5; newer += 1) await begin(app, usuario, 50_000)
  })

  const answer = await bring(app, usuario, path, { bytes: track })

  expect([answer.status, answer.code, meanwhile.said]).toEqual([404, 'subida.missing', []])
  expect(await files(app)).toEqual([])
})

test('a user who is disabled while the password is checked reads so and gets no session', async () => {
  const acts: (() => Promise<unknown>)[] = []
  await using app = await startApp({
    database: (db) => ({
      ...db,
      write: async (run) => {
        await acts.shift()?.()
        return db.write(run)
      },
    }),
  })
  const admin = await app.as('admin')
  const id = await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  // The attempt is counted; the second is the session itself.
  acts.push(
    async () => undefined,
    () => admin.send(setActivo, { id, activo: false }),
  )

  const answer = await enter(app, { email: 'a@b.mx' })

  expect([acts, answer.statusCode, answer.json().code]).toEqual([[], 403, 'session.userDisabled'])
  await admin.send(setActivo, { id, activo: true })
  expect(await whoIs(app, cookieOf(answer))).toEqual({ role: 'visitante' })
})

test('of two pages that change one entry the second is refused, and saves after it has loaded the first change', async () => {
  await using app = await startApp()
  const [salsa = ''] = (await seedDia(app, 'jueves', { Salsa: 0 })).categorias.map(({ id }) => id)
  const [usuario, admin] = [await app.as('usuario'), await app.as('admin')]
  const { id } = await usuario.send(createInscripcion, {
    ...ENTRY,
    categoriaId: salsa,
    subida: await upload(app, usuario),
  })
  const read = async (who: Client) => (await who.see(misInscripciones))?.inscripciones[0]
  const opened = (await read(usuario))?.version
  expect((await read(admin))?.version).toBe(opened)
  await admin.send(updateInscripcion, { id, version: opened, nombre: 'Ana Corregida' })

  const late = { id, version: opened, nombre: 'Anita', compania: 'Otra' }
  const refusal = {
    code: 'inscripcion.changed',
    status: 409,
    message: 'La inscripción cambió mientras la guardabas. Revísala y vuelve a intentarlo.',
  }
  await expect(usuario.send(updateInscripcion, late)).rejects.toMatchObject(refusal)
  const subida = await upload(app, usuario, aTrack(4))
  await expect(usuario.send(updateInscripcion, { id, version: opened, subida })).rejects.toMatchObject(refusal)
  expect(await read(usuario)).toMatchObject({ nombre: 'Ana Corregida', compania: 'Son', duracion: 2 })

  await usuario.send(updateInscripcion, { ...late, version: (await read(usuario))?.version, subida })
  expect(await read(usuario)).toMatchObject({ nombre: 'Anita', compania: 'Otra', duracion: 4 })
  // The place in the list is no part of the form: a move by the organisers causes no refusal.
  const moved = (await read(usuario))?.version
  await usuario.send(createInscripcion, { ...ENTRY, categoriaId: salsa, subida: await upload(app, usuario) })
  await admin.send(moveCompetidor, { id, antesDe: null })
  expect((await usuario.see(misInscripciones))?.inscripciones.find((one) => one.id === id)?.version).toBe(moved)
})

test('two people who change one entry each change only the fields that they sent', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0, Casino: 0 })
  const [salsa = '', casino = ''] = categorias.map(({ id }) => id)
  const [usuario, admin] = [await app.as('usuario'), await app.as('admin')]
  const track = async (seconds: number) => upload(app, usuario, aTrack(seconds))
  const entry = { nombre: 'Ana', compania: 'Son', categoriaId: salsa }
  const { id } = await usuario.send(createInscripcion, { ...entry, subida: await track(2) })
  await admin.send(updateInscripcion, { id, nombre: 'Ana Corregida', categoriaId: casino })

  await usuario.send(updateInscripcion, { id, compania: 'Otra', subida: await track(4) })

  expect((await usuario.see(misInscripciones))?.inscripciones).toMatchObject([
    { nombre: 'Ana Corregida', compania: 'Otra', categoriaId: casino, orden: 1, duracion: 4 },
  ])
  expect(await tracks(app)).toEqual([expect.stringMatching(/^musica\/casino_ana_corregida_\d{16}\.mp3$/)])
  await expect(usuario.send(updateInscripcion, { id, nombre: ' ' })).rejects.toMatchObject({ status: 400 })
})
