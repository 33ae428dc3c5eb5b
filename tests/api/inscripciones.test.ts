import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { moveCategoria } from '#contract/categorias.ts'
import {
  createInscripcion,
  misInscripciones,
  updateInscripcion,
  type MisInscripciones,
} from '#contract/inscripciones.ts'
import { mesa } from '#contract/competidores.ts'
import { selectTurno } from '#contract/horario.ts'
import { horario } from '#contract/views/horario.ts'
import { Problem, PROBLEMS } from '#domain/problem.ts'
import { FilesAway, type FileStore } from '../../src/server/files/store.ts'
import { measurer } from '../../src/server/musica/measure.ts'
import { accept } from '../support/acepta.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { STORAGE_URL } from '../support/database.ts'
import { sweepOrphans } from '../support/sweep.ts'
import { seedDia } from '../support/builders.ts'
import { aTrack } from '../support/mp3.ts'
import { upload } from '../support/tus.ts'

const COMPLETA = 'Por favor completa todos los campos.'

async function seeded(
  now?: () => number,
  files?: (files: FileStore) => FileStore,
): Promise<TestApp & { ids: string[]; user: Client }> {
  const app = await startApp({ ...(now && { now }), ...(files && { files }) })
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 2, 'Bachata Open': 1 })
  const viernes = await seedDia(app, 'viernes', { Casino: 0 })
  const ids = [...categorias, ...viernes.categorias].map(({ id }) => id)
  return { ...app, ids, user: await app.as('usuario') }
}

const own = async (who: Client): Promise<MisInscripciones['inscripciones']> =>
  (await who.see(misInscripciones))?.inscripciones ?? []

async function enter(app: TestApp, who: Client, categoriaId: string, nombre = 'Ana y Luis'): Promise<string> {
  const { id } = await who.send(createInscripcion, {
    nombre,
    compania: 'Son de Querétaro',
    categoriaId,
    subida: await upload(app, who),
  })
  return id
}

/** Names of a category in order, as everybody sees them. */
async function order(app: TestApp, categoriaId: string): Promise<string[]> {
  const rows = await app.deps.db.read((tx) =>
    tx.selectFrom('competidores').selectAll().where('categoriaId', '=', categoriaId).orderBy('orden').execute(),
  )
  return rows.map(({ orden, nombre }) => `${orden} ${nombre}`)
}

/** The tracks that stay after a sweep. */
async function tracks(app: TestApp): Promise<string[]> {
  await sweepOrphans(app)
  return app.deps.files.list('musica')
}

test('an entry comes last in its category, with its owner, its day’s date and its track under its own name', async () => {
  await using app = await seeded(() => Date.parse('2025-03-21T03:30:00Z'))
  const [salsa = ''] = app.ids
  const id = await enter(app, app.user, salsa)

  expect(await order(app, salsa)).toEqual(['1 Salsa 1', '2 Salsa 2', '3 Ana y Luis'])
  const row = await app.deps.db.read((tx) =>
    tx.selectFrom('competidores').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  // Half past three in the night in Greenwich is still the day before in the event's zone.
  expect(row).toMatchObject({ usuarioId: app.user.id, fechaInscripcion: '2025-03-20', compania: 'Son de Querétaro' })
  expect(row.musicaPath).toMatch(/^musica\/salsa_ana_y_luis_1742527800000\d{3}\.mp3$/)
  expect(await tracks(app)).toEqual([row.musicaPath])
  const place = { categoriaId: salsa, categoria: 'Salsa', titulo: '1 - Salsa', dia: 'jueves', orden: 3, cerrada: false }
  expect(await own(app.user)).toEqual([
    {
      id,
      nombre: 'Ana y Luis',
      nota: '',
      compania: 'Son de Querétaro',
      ...place,
      tieneMusica: true,
      duracion: 2,
      version: expect.stringMatching(/^[\w-]{16}$/),
    },
  ])
})

test('an entry without name, company, category or track is refused with a sentence', async () => {
  await using app = await seeded()
  const [salsa = ''] = app.ids
  const whole = { nombre: 'Ana', compania: 'Son', categoriaId: salsa, subida: await upload(app, app.user) }
  const id = await enter(app, app.user, salsa)
  const before = await own(app.user)
  const refused = (sent: Promise<unknown>, fields: Readonly<Record<string, string>>) =>
    expect(sent).rejects.toMatchObject({ status: 400, fields })
  for (const field of ['nombre', 'compania', 'categoriaId']) {
    await refused(app.user.send(createInscripcion, { ...whole, [field]: '' }), { [field]: COMPLETA })
  }
  const sinMusica = { subida: 'Por favor sube un archivo de música (.mp3).' }
  await refused(app.user.send(createInscripcion, { ...whole, subida: '' }), sinMusica)
  await refused(app.user.send(updateInscripcion, { id, compania: ' ' }), { compania: COMPLETA })
  await expect(app.user.send(updateInscripcion, { id: 'ninguno', nombre: 'X' })).rejects.toMatchObject({
    status: 404,
    message: 'Error: competidor a editar no encontrado.',
  })
  expect(await own(app.user)).toEqual(before)
})

test('an entry that is edited keeps its track when none is sent', async () => {
  await using app = await seeded()
  const [salsa = ''] = app.ids
  const id = await enter(app, app.user, salsa)
  const before = await tracks(app)

  await app.user.send(updateInscripcion, { id, nombre: 'Ana Ruiz', compania: 'Otra', categoriaId: salsa })

  expect(await own(app.user)).toMatchObject([{ nombre: 'Ana Ruiz', compania: 'Otra', orden: 3, duracion: 2 }])
  expect(await tracks(app)).toEqual(before)
})

test('an entry that changes category goes last there, its former category closes the gap, and its track is copied under a new name', async () => {
  await using app = await seeded()
  const [salsa = '', , casino = ''] = app.ids
  const id = await enter(app, app.user, salsa)
  await enter(app, app.user, salsa, 'Otra')
  await enter(app, app.user, casino, 'Primera')
  const [before = ''] = (await tracks(app)).filter((path) => path.includes('ana_y_luis'))

  await app.user.send(updateInscripcion, { id, nombre: 'Ana y Luis', compania: 'Son', categoriaId: casino })

  expect(await order(app, salsa)).toEqual(['1 Salsa 1', '2 Salsa 2', '3 Otra'])
  expect(await order(app, casino)).toEqual(['1 Primera', '2 Ana y Luis'])
  const [after = ''] = (await tracks(app)).filter((path) => path.includes('ana_y_luis'))
  expect(before).toMatch(/^musica\/salsa_ana_y_luis_\d{16}\.mp3$/)
  expect(after).toMatch(/^musica\/casino_ana_y_luis_\d{16}\.mp3$/)
  expect(await tracks(app)).not.toContain(before)
  expect((await own(app.user)).find((one) => one.id === id)).toMatchObject({ dia: 'viernes', orden: 2, duracion: 2 })
  const heard = await app.app.http.inject({
    url: `/api/competidores/${id}/musica`,
    headers: { cookie: app.user.cookie ?? '' },
  })
  expect(heard.rawPayload.equals(aTrack(2))).toBe(true)
})

test.each(['usuario', 'admin'] as const)(
  'an entry that changes category alone gets its track under a new name from the %s, as it had it: with its length, or not measured yet',
  async (role) => {
    await using app = await seeded()
    const [salsa = '', bachata = '', casino = ''] = app.ids
    const who = role === 'admin' ? await app.as('admin') : app.user
    const id = await enter(app, app.user, salsa)

    await who.send(updateInscripcion, { id, nombre: 'Luz', categoriaId: bachata })
    expect(await tracks(app)).toEqual([expect.stringMatching(/^musica\/bachata_open_luz_\d{16}\.mp3$/)])
    expect(await own(app.user)).toMatchObject([{ id, duracion: 2, tieneMusica: true }])

    await app.deps.db.write((tx) => tx.deleteFrom('musica').execute())
    await who.send(updateInscripcion, { id, categoriaId: casino })
    expect(await own(app.user)).toMatchObject([{ id, duracion: null }])
    await measurer()(app.deps)
    expect(await own(app.user)).toMatchObject([{ id, duracion: 2 }])
  },
)

test('an entry that moves leaves the track that it shares to the other entry', async () => {
  await using app = await seeded()
  const [salsa = '', bachata = ''] = app.ids
  const id = await enter(app, app.user, salsa)
  const [path = ''] = await tracks(app)
  await app.deps.db.write((tx) =>
    tx.updateTable('competidores').set({ musicaPath: path }).where('nombre', '=', 'Salsa 1').execute(),
  )
  await app.user.send(updateInscripcion, { id, categoriaId: bachata })
  expect(await tracks(app)).toEqual([expect.stringMatching(/^musica\/bachata_open_/), path])
})

test('a track that cannot be copied refuses the change of category with its reason, and nothing changes', async () => {
  let refusal: Error | null = null
  await using app = await seeded(undefined, (files) => ({
    ...files,
    // As S3, and a file system without hard links.
    link: async () => false,
    put: async (path, content) => {
      if (refusal) throw refusal
      return files.put(path, content)
    },
  }))
  const [salsa = '', bachata = ''] = app.ids
  const id = await enter(app, app.user, salsa)
  const before = [await own(app.user), await tracks(app)]
  for (const [error, code] of [
    [new Problem('subida.noRoom'), 'subida.noRoom'],
    [new FilesAway(null), 'archivo.away'],
  ] as const) {
    refusal = error
    await expect(app.user.send(updateInscripcion, { id, categoriaId: bachata })).rejects.toMatchObject({
      code,
      message: PROBLEMS[code],
    })
    expect([await own(app.user), await tracks(app)]).toEqual(before)
  }
})

test('a change of category that is repeated under its key leaves one named track', async () => {
  await using app = await seeded()
  const [salsa = '', bachata = '', casino = ''] = app.ids
  const id = await enter(app, app.user, salsa)
  const key = randomUUID()
  await app.user.send(updateInscripcion, { id, categoriaId: bachata }, { key })
  await app.user.send(updateInscripcion, { id, categoriaId: bachata }, { key })
  expect(await tracks(app)).toHaveLength(1)
  await app.user.send(updateInscripcion, { id, categoriaId: casino })
  const named = await tracks(app)
  await app.user.send(updateInscripcion, { id, categoriaId: bachata }, { key })
  expect(await tracks(app)).toEqual(named)
  expect(await own(app.user)).toMatchObject([{ categoriaId: casino }])
})

test.skipIf(STORAGE_URL)('a change of category writes no bytes of the track into the folder', async () => {
  const written: string[] = []
  await using app = await seeded(undefined, (files) => ({
    ...files,
    put: async (path, content) => {
      written.push(path)
      await files.put(path, content)
    },
  }))
  const [salsa = '', bachata = ''] = app.ids
  const id = await enter(app, app.user, salsa)
  const before = written.length
  await app.user.send(updateInscripcion, { id, categoriaId: bachata })
  expect(written).toHaveLength(before)
  expect(await tracks(app)).toEqual([expect.stringContaining('musica/bachata')])
})

test('an entry whose file is missing changes category and keeps the name of the file', async () => {
  await using app = await seeded()
  const [salsa = '', bachata = ''] = app.ids
  const id = await enter(app, app.user, salsa)
  const [path = ''] = await tracks(app)
  await app.deps.files.remove(path)
  await app.user.send(updateInscripcion, { id, categoriaId: bachata })
  const row = await app.deps.db.read((tx) =>
    tx.selectFrom('competidores').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(row).toMatchObject({ categoriaId: bachata, musicaPath: path })
})

test('a copy does not replace a track that was sent in the meantime', async () => {
  const copying = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  await using app = await seeded(undefined, (files) => ({
    ...files,
    link: async (path, to) => {
      const isLinked = await files.link(path, to)
      copying.resolve()
      await open.promise
      return isLinked
    },
  }))
  const [salsa = '', bachata = ''] = app.ids
  const id = await enter(app, app.user, salsa)
  const moved = app.user.send(updateInscripcion, { id, categoriaId: bachata })
  const refused = expect(moved).rejects.toMatchObject({ status: 409, code: 'inscripcion.changed' })
  await copying.promise
  const admin = await app.as('admin')
  await admin.send(updateInscripcion, { id, subida: await upload(app, admin, aTrack(5)) })
  open.resolve()
  await refused
  expect(await own(app.user)).toMatchObject([{ categoriaId: salsa, duracion: 5 }])
})

test('the turn stays with its entry when other entries are added, moved and deleted before it, on both days', async () => {
  await using app = await seeded()
  const [salsa = '', bachata = '', casino = ''] = app.ids
  const admin = await app.as('admin')
  const [ana, luz] = [await enter(app, app.user, salsa), await enter(app, app.user, bachata, 'Luz')]
  await admin.send(selectTurno, { competidorId: luz })
  const turno = async () => (await app.visitor.see(horario))?.selectedRow
  expect(await turno()).toBe(5)

  await enter(app, app.user, salsa, 'Nueva')
  expect(await turno()).toBe(6)
  await app.user.send(updateInscripcion, { id: ana, nombre: 'Ana', compania: 'Son', categoriaId: casino })
  expect(await turno()).toBe(5)
  await admin.send(moveCategoria, { id: bachata, direccion: 'up' })
  expect(await turno()).toBe(2)

  const compartido = () => app.deps.db.read((tx) => tx.selectFrom('compartido').selectAll().executeTakeFirst())
  await app.user.send(updateInscripcion, { id: luz, nombre: 'Luz Clara', compania: 'Son', categoriaId: bachata })
  expect(await compartido()).toMatchObject({ nCategoria: 'Bachata Open', nCompetidor: 'Luz Clara' })
})

test('an upload makes no entry of another person, and only one entry', async () => {
  await using app = await seeded()
  const [salsa = ''] = app.ids
  const [subida, other] = [await upload(app, app.user), await app.as('usuario')]
  const input = { nombre: 'Ana', compania: 'Son', categoriaId: salsa, subida }
  await expect(other.send(createInscripcion, input)).rejects.toMatchObject({ code: 'subida.missing' })
  await app.user.send(createInscripcion, input)
  const again = app.user.send(createInscripcion, { ...input, nombre: 'Bea' })
  await expect(again).rejects.toMatchObject({ code: 'subida.missing' })
  expect(await tracks(app)).toHaveLength(1)
})

test('categories are listed under their day with order and name; a category without either takes no entries', async () => {
  await using app = await seeded()
  await app.deps.db.write((tx) =>
    tx
      .insertInto('categorias')
      .values({ id: 'suelta', nombre: 'Suelta', dia: null, orden: 1, fechaCreacion: null, criterios: null })
      .execute(),
  )
  const seen = await app.user.see(misInscripciones)
  expect(
    seen?.dias.map(({ dia, categorias }) => [dia, ...categorias.map((one) => `${one.orden} ${one.nombre}`)]),
  ).toEqual([
    ['jueves', '1 Salsa', '2 Bachata Open'],
    ['viernes', '1 Casino'],
  ])
  const input = { nombre: 'Ana', compania: 'Son', categoriaId: 'suelta', subida: await upload(app, app.user) }
  await expect(app.user.send(createInscripcion, input)).rejects.toMatchObject({ code: 'categoria.missing' })
  // The refusal leaves the upload for another try, and no copy of it.
  await app.user.send(createInscripcion, { ...input, categoriaId: app.ids[2] ?? '' })
  expect(await tracks(app)).toHaveLength(1)
})

test('an imported track is measured once its file is in place; a file that is no music has no length', async () => {
  await using app = await seeded()
  const nameIt = (nombre: string, musicaPath: string) =>
    app.deps.db.write((tx) => tx.updateTable('competidores').set({ musicaPath }).where('nombre', '=', nombre).execute())
  await nameIt('Salsa 1', 'musica/pista.mp3')
  await nameIt('Salsa 2', 'musica/texto.mp3')
  const admin = await app.as('admin')
  const lengths = async () => (await own(admin)).slice(0, 2).map(({ duracion }) => duracion)

  await measurer()(app.deps)
  expect(await lengths()).toEqual([null, null])
  await app.deps.files.put('musica/pista.mp3', Readable.from([aTrack(7)]))
  await app.deps.files.put('musica/texto.mp3', Readable.from([Buffer.from('hola')]))
  await measurer()(app.deps)
  expect(await lengths()).toEqual([7, null])
})

const DOBLE = { status: 409, code: 'question.open' }

test('the same owner is asked once before a name comes into a category again: new, renamed and moved', async () => {
  await using app = await seeded()
  const [salsa = '', bachata = ''] = app.ids
  const id = await enter(app, app.user, salsa, 'Lola Núñez')
  const before = await tracks(app)
  const again = { nombre: ' LOLA  Nu\u0301n\u0303ez', compania: 'Otra', categoriaId: salsa }
  const subida = await upload(app, app.user)
  await expect(app.user.send(createInscripcion, { ...again, subida })).rejects.toMatchObject({
    ...DOBLE,
    fields: { pregunta: 'Ya inscribiste a LOLA  Núñez en Salsa.', boton: 'Inscribir otra vez' },
  })
  // Nothing is stored for a question, and the upload still serves the answer.
  expect(await tracks(app)).toEqual(before)
  await accept(app.user, createInscripcion, { ...again, subida })
  expect(await order(app, salsa)).toEqual(['1 Salsa 1', '2 Salsa 2', '3 Lola Núñez', '4 LOLA  Núñez'])
  // Other changes of a double entry ask no question.
  await app.user.send(updateInscripcion, { id, nombre: 'Lola Núñez', compania: 'Nueva' })

  const ana = await enter(app, app.user, salsa, 'Ana')
  await expect(app.user.send(updateInscripcion, { id: ana, nombre: 'lola núñez' })).rejects.toMatchObject({
    ...DOBLE,
    fields: { pregunta: 'Ya inscribiste a lola núñez en Salsa.' },
  })
  await accept(app.user, updateInscripcion, { id: ana, nombre: 'lola núñez' })
  const other = await enter(app, app.user, bachata, 'Lola Núñez')
  await expect(app.user.send(updateInscripcion, { id: other, categoriaId: salsa })).rejects.toMatchObject(DOBLE)
  await accept(app.user, updateInscripcion, { id: other, categoriaId: salsa })
  await app.user.send(updateInscripcion, { id: other, nombre: 'Eva' })
  await expect(app.user.send(updateInscripcion, { id: other, nombre: 'Lola Núñez' })).rejects.toMatchObject(DOBLE)
})

test('entries of one name by other owners, in other categories and with another accent are no doubles', async () => {
  await using app = await seeded()
  const [salsa = '', bachata = ''] = app.ids
  const admin = await app.as('admin')
  await enter(app, app.user, salsa, 'Lola')
  await enter(app, app.user, bachata, 'Lola')
  await enter(app, await app.as('usuario'), salsa, 'Lola')
  await enter(app, admin, salsa, 'Lola')
  await enter(app, app.user, salsa, 'Lóla')
  await expect(enter(app, admin, salsa, 'lola')).rejects.toMatchObject(DOBLE)
  const repetidas = async () =>
    (await admin.see(mesa))?.categorias[0]?.competidores.flatMap(({ nombre, isDoble }) => (isDoble ? nombre : []))
  expect(await repetidas()).toEqual([])
  await admin.send(createInscripcion, {
    nombre: 'lola',
    compania: 'Son',
    categoriaId: salsa,
    subida: await upload(app, admin),
    acepta: ['Ya inscribiste a lola en Salsa.'],
  })
  expect(await repetidas()).toEqual(['Lola', 'lola'])
})

test('of two simultaneous requests for the same entry, one has to be confirmed', async () => {
  await using app = await seeded()
  const uploads = [await upload(app, app.user), await upload(app, app.user)]
  const entry = { nombre: 'Lola', compania: 'Son', categoriaId: app.ids[0] ?? '' }
  const sent = await Promise.allSettled(uploads.map((subida) => app.user.send(createInscripcion, { ...entry, subida })))
  expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
