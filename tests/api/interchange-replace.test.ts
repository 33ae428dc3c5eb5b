import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSesion, signIn } from '#contract/acceso.ts'
import { saveTurno } from '#contract/horario.ts'
import { MUSICA_MAX_BYTES } from '#contract/inscripciones.ts'
import { portada } from '#contract/views/portada.ts'
import { hashPassword } from '../../src/server/acceso/password.ts'
import { ensureCuenta } from '../../src/server/acceso/store.ts'
import { measurer } from '../../src/server/musica/measure.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { sweepOrphans } from '../support/sweep.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'
import { settingsOf } from '../support/database.ts'
import { EVENTO, FILES, load, put, readEvento, rowsOf, seedEvento, stored, TREE, treeIn } from '../support/evento.ts'
import { aTrack } from '../support/mp3.ts'

test('a file that is larger than a track may be is not read to measure it', async () => {
  const reads: string[] = []
  await using app = await startApp({
    files: (files) => ({
      ...files,
      look: async (path) => ({ version: path, size: MUSICA_MAX_BYTES + 1 }),
      get: (path, range) => {
        reads.push(path)
        return files.get(path, range)
      },
    }),
  })
  await seedEvento(app)
  await measurer()(app.deps)
  expect(reads).toEqual([])
  const measured = await app.deps.db.read((tx) => tx.selectFrom('musica').selectAll().execute())
  expect(measured).toEqual([{ path: 'musica/vieja.mp3', duracion: null }])
})

test('an import with --replace keeps only the administrators and their sessions', async () => {
  await using app = await startApp()
  const [admin, user] = [await app.as('admin'), await app.as('usuario')]
  await seedEvento(app)
  await admin.send(saveTurno, { selectedRow: 1 })
  expect((await user.send(readSesion, {})).role).toBe('usuario')

  await load(app, treeIn(TREE, FILES), { replace: true })

  expect((await admin.send(readSesion, {})).role).toBe('admin')
  expect((await user.send(readSesion, {})).role).toBe('visitante')
  const { change_log: log = [], ...tables } = await rowsOf(app)
  expect(tables).toMatchObject({ jueces: [], calificaciones: [], turno: [], evento: [], movimiento: [] })
  expect(
    [tables['users'], tables['categorias'], tables['competidores'], tables['admin']].map((rows) => rows?.length),
  ).toEqual([1, 1, 1, 1])
  // The log tells open streams that the session ended.
  expect(log.filter((row) => row.includes('"kind":"sesion"') && row.includes('sesiones'))).toHaveLength(1)
  await sweepOrphans(app)
  expect(await stored(app)).toEqual(FILES.toSorted())
})

test('the home page shows the images of the new event in its order', async () => {
  await using app = await startApp()
  await put(app, 'carrusel/1.jpg')
  await app.deps.db.write((tx) => tx.insertInto('galeria').values({ archivo: '1.jpg', orden: 1 }).execute())
  const tree = { ...TREE, extra: { carrusel: ['b.jpg', 'a.jpg'] } }
  await load(app, treeIn(tree, [...FILES, 'carrusel/a.jpg', 'carrusel/b.jpg']), { replace: true })
  const imagenes = (await app.visitor.see(portada))?.imagenes.map(({ archivo }) => archivo)
  expect(imagenes?.slice(0, 2)).toEqual(['b.jpg', 'a.jpg'])
  expect(imagenes).not.toContain('1.jpg')
})

test('an imported administrator does not get the password of an earlier account, and earlier administrators keep theirs', async () => {
  await using app = await startApp()
  const { deps } = app
  const hash = await hashPassword('contraseña')
  await deps.db.write(async (tx) => {
    const row = { id: 'a0', email: 'jefa@example.com', emailKey: 'jefa@example.com', nombre: 'Jefa' }
    await tx.insertInto('admin').values(row).execute()
    for (const email of ['jefa@example.com', 'ana@example.com']) await ensureCuenta(tx, email, deps.newId, hash)
  })
  const admin = { a0: { email: 'ana@example.com', nombre: 'Ana' }, a1: { email: 'JEFA@example.com', nombre: 'Otra' } }
  await load(app, treeIn({ ...TREE, admin }))

  const enter = (email: string) => app.visitor.send(signIn, { email, password: 'contraseña' })
  await expect(enter('ana@example.com')).rejects.toMatchObject({ code: 'session.invalidCredential' })
  expect(await enter('jefa@example.com')).toMatchObject({ role: 'admin', nombre: 'Jefa' })
  const admins = await deps.db.read((tx) => tx.selectFrom('admin').select(['id', 'email']).orderBy('id').execute())
  expect(admins).toEqual([
    { id: 'a0', email: 'jefa@example.com' },
    { id: 'a0~2', email: 'ana@example.com' },
  ])
})

test('imported marks belong to the existing judge of that name', async () => {
  await using app = await startApp()
  await app.deps.db.write((tx) =>
    tx
      .insertInto('jueces')
      .values({ id: 'j', nombre: 'Juez Amparo', activo: 1, principal: 0, dias: null, categorias: null, enlace: null })
      .execute(),
  )
  await load(app, EVENTO)
  const marks = await app.deps.db.read((tx) =>
    tx.selectFrom('calificaciones').select('juezId').where('juezId', '=', 'j').execute(),
  )
  expect(marks.length).toBeGreaterThan(100)
  expect((await rowsOf(app))['jueces']).toHaveLength(5)
})

test('of two imported judges who share a name, neither takes the place of an existing judge of that name', async () => {
  await using app = await startApp()
  const zoe = { nombre: 'Zoe', activo: 0, principal: 0, dias: null, categorias: null, enlace: null } as const
  await app.deps.db.write((tx) =>
    tx
      .insertInto('jueces')
      .values({ id: 'j', ...zoe })
      .execute(),
  )
  const late = { clave: 'clave-01', criterios: { b_Tiempo: '8' }, l_calificacion: '8.00', causa: 'eliminado' }
  const of = (juezId: string) => ({ ...late, juezId, recibida: '2025-04-11T16:00:00.000Z', estado: 'pendiente' })
  const jueces = { j1: { nombre: 'Zoe' }, j2: { nombre: 'Zoe' } }
  await load(app, treeIn({ ...readEvento(), extra: { jueces, tardias: { borrada: [of('j1'), of('j2')] } } }))
  const rows = await app.deps.db.read((tx) => tx.selectFrom('tardia').select('juezId').orderBy('juezId').execute())
  expect(rows).toEqual([{ juezId: 'j1' }, { juezId: 'j2' }])
})

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a command on the data of an app. */
function run(app: TestApp, command: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, ...settingsOf(app.place) }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'src/server/cli', command), ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

test('the commands report results and faults, and set their exit status', async () => {
  await using app = await startApp()
  const tree = readEvento()
  Object.assign(tree.adminMinutoAMinuto, { selectedRow: '7', dia: 'lunes' })
  const refused = await run(app, 'import.ts', treeIn(tree))
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(
    /^adminMinutoAMinuto\/dia: Debe ser .*\nadminMinutoAMinuto\/selectedRow: .*\nNo se importó nada\.\n$/,
  )

  const done = await run(app, 'import.ts', EVENTO)
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('Aviso: adminCompetencia/rubricas/1: Está vacía: no se importa.')
  expect(done.out).toContain(
    '27 categorías, 223 competidores, 60 usuarios, 1 administrador, 5 jueces, 526 calificaciones, 4 archivos',
  )
  expect(done.out).toMatch(/abre .*: http:\/\/localhost:3000\/#\/configurar\/\S+/)

  const target = join(dirname(treeIn({})), 'nueva', 'salida.json')
  expect(await run(app, 'export.ts', target)).toMatchObject({ code: 0, err: '' })
  expect(existsSync(target)).toBe(true)
}, 60_000)

test('a track that cannot be read does not stop the others; a missing one is retried with growing delays', async () => {
  const asked: string[] = []
  const told: string[] = []
  let now = Date.UTC(2026, 2, 20)
  await using app = await startApp({
    now: () => now,
    onLog: (message) => told.push(message),
    files: (files) => ({
      ...files,
      get: async (path, range) => {
        asked.push(path)
        if (path === 'musica/a.mp3') throw new Error('unreadable')
        return files.get(path, range)
      },
    }),
  })
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const paths = ['musica/a.mp3', 'musica/b.mp3', 'musica/c.mp3']
  const rows = paths.map((musicaPath) => aCompetidor({ categoriaId: categorias[0]?.id ?? '', musicaPath }))
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(rows).execute())
  await app.deps.files.put('musica/c.mp3', Readable.from([aTrack(7)]))
  const measure = measurer()

  await measure(app.deps)
  const measured = await app.deps.db.read((tx) => tx.selectFrom('musica').selectAll().execute())
  expect(measured).toEqual([{ path: 'musica/c.mp3', duracion: expect.closeTo(7, 1) }])
  expect(told).toEqual(['a track could not be measured'])

  asked.length = 0
  for (let round = 0; round < 2 * 60 * 2; round += 1) {
    now += 30_000
    await measure(app.deps)
  }
  expect(asked.filter((path) => path === 'musica/b.mp3').length).toBeLessThan(8)
  expect(asked).not.toContain('musica/c.mp3')
})
