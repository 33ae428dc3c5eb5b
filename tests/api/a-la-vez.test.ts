import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInscripcion, misInscripciones, SUBIDAS_PATH, updateInscripcion } from '#contract/inscripciones.ts'
import { savePerfil, setActivo } from '#contract/usuarios.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { startApp, type Client, type TestApp, type TestOptions } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { cookieOf, enter, seedCuenta, whoIs } from '../support/cuentas.ts'
import { aTrack } from '../support/mp3.ts'
import { begin, bring, upload } from '../support/tus.ts'
import { aPhoto, stagePhoto } from '../support/usuarios.ts'

type Moment = 'before' | 'after'

/** What somebody else does just before a stored file is touched, or just after: once, and then no more. */
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
      copy: async (from, to) => {
        await this.#at('before')
        const isThere = await store.copy(from, to)
        await this.#at('after')
        return isThere
      },
      put: async (path, content) => {
        await this.#at('before')
        await store.put(path, content)
      },
    })
    return { files, onLog: (message) => this.said.push(message) }
  }
}

const ENTRY = { nombre: 'Ana', compania: 'Son' }

const tracks = (app: TestApp): Promise<string[]> => app.deps.files.list('musica')

test('of two tabs that hand in one upload at once, one makes an entry and the other is told', async () => {
  const meanwhile = new Meanwhile()
  await using app = await startApp(meanwhile.options)
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const usuario = await app.as('usuario')
  const entry = { nombre: 'Ana', compania: 'Son', categoriaId: categorias[0]?.id ?? '' }
  const subida = await upload(app, usuario)
  meanwhile.set(() => usuario.send(createInscripcion, { ...entry, subida }))

  const late = usuario.send(createInscripcion, { ...entry, subida })

  await expect(late).rejects.toMatchObject({ status: 404, code: 'subida.missing' })
  expect([await tracks(app), meanwhile.said]).toEqual([[expect.stringMatching(/^musica\/salsa_ana_/)], []])
})

/** Somebody with an entry and its track, and another category where it may go. */
async function entered(app: TestApp): Promise<{ id: string; there: string; usuario: Client }> {
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0, Casino: 0 })
  const [here = '', there = ''] = categorias.map(({ id }) => id)
  const usuario = await app.as('usuario')
  const subida = await upload(app, usuario)
  const { id } = await usuario.send(createInscripcion, { ...ENTRY, categoriaId: here, subida })
  return { id, there, usuario }
}

test('two tabs that move one entry at once leave it there with its track', async () => {
  const meanwhile = new Meanwhile()
  await using app = await startApp(meanwhile.options)
  const { id, there, usuario } = await entered(app)
  const move = () => usuario.send(updateInscripcion, { id, ...ENTRY, categoriaId: there })
  meanwhile.set(move)

  await move()

  const row = await app.deps.db.read((tx) => tx.selectFrom('competidores').selectAll().executeTakeFirstOrThrow())
  expect([row.categoriaId, await tracks(app), meanwhile.said]).toEqual([there, [row.musicaPath], []])
})

test('a tab that moves an entry late keeps the new track that another tab gave it there', async () => {
  const meanwhile = new Meanwhile()
  await using app = await startApp(meanwhile.options)
  const { id, there, usuario } = await entered(app)
  const subida = await upload(app, usuario, aTrack(9))
  meanwhile.set(() => usuario.send(updateInscripcion, { id, categoriaId: there, subida }), 'after')

  await usuario.send(updateInscripcion, { id, categoriaId: there })

  const row = await app.deps.db.read((tx) => tx.selectFrom('competidores').selectAll().executeTakeFirstOrThrow())
  expect(await tracks(app)).toEqual([row.musicaPath])
  const [mine] = (await usuario.see(misInscripciones))?.inscripciones ?? []
  expect([row.categoriaId, mine?.duracion, meanwhile.said]).toEqual([there, 9, []])
})

test('of two tabs that save one photo at once, one has it and the other is asked for it again', async () => {
  const meanwhile = new Meanwhile()
  await using app = await startApp(meanwhile.options)
  const usuario = await app.as('usuario')
  const { foto } = await stagePhoto(app, await aPhoto())
  const save = () => usuario.send(savePerfil, { nombre: 'Ana', apellido: 'Ruiz', pais: 'México', foto })
  meanwhile.set(save)

  await expect(save()).rejects.toMatchObject({ status: 409, code: 'foto.missing' })

  expect([await app.deps.files.list('fotos'), meanwhile.said]).toEqual([[expect.any(String)], []])
})

test('an upload that gives way to newer ones while it is being judged leaves nothing behind', async () => {
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
  expect(await app.deps.files.list('.subidas')).toEqual([])
  const parts = join(app.place.dataDir, 'subidas')
  expect(existsSync(parts) ? readdirSync(parts) : []).not.toContain(path.slice(SUBIDAS_PATH.length + 1))
})

test('who is switched off while their password is being checked is told so, and has no session later on', async () => {
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
  const nothing = async () => undefined
  // The attempt is counted, then taken back; the third is the session itself.
  acts.push(nothing, nothing, () => admin.send(setActivo, { id, activo: false }))

  const answer = await enter(app, { email: 'a@b.mx' })

  expect([acts, answer.statusCode, answer.json().code]).toEqual([[], 403, 'session.userDisabled'])
  await admin.send(setActivo, { id, activo: true })
  expect(await whoIs(app, cookieOf(answer))).toEqual({ role: 'visitante' })
})

test('of two who change one entry, each changes only what they sent', async () => {
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
