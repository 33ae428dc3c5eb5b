import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { saveEvento } from '#contract/evento.ts'
import type { Dia } from '#domain/dia.ts'
import { eventoDefault } from '#domain/evento.ts'
import type { CompetidoresTable } from '../../src/server/db/schema.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { startApp, type Client, type TestApp, type TestOptions } from '../support/app.ts'
import { aCompetidor, seedDia, seedRetiro } from '../support/builders.ts'
import { aTrack } from '../support/mp3.ts'
import { unzip } from '../support/unzip.ts'
import { ask as rawAsk, fetchRaw } from '../support/wire.ts'

const pathOf = (dia: Dia, file: 'competidores.csv' | 'musica.zip') => `/api/dias/${encodeURIComponent(dia)}/${file}`

const ask = (app: TestApp, who: Client, path: string) =>
  app.app.http.inject({ url: path, headers: who.cookie ? { cookie: who.cookie } : {} })

/** A Saturday with a category of its own for what each test adds. */
async function saturday(
  options: TestOptions = {},
): Promise<TestApp & { salsa: string; bachata: string; admin: Client }> {
  const app = await startApp(options)
  const { categorias, competidores } = await seedDia(app, 'sábado', { 'Salsa On1/On2': 0, Bachata: ['Cierre'] })
  const bachata = competidores[0]?.id ?? ''
  return { ...app, salsa: categorias[0]?.id ?? '', bachata, admin: await app.as('admin') }
}

async function add(app: TestApp & { salsa: string }, rows: readonly Partial<CompetidoresTable>[]): Promise<void> {
  const entries = rows.map((row) => aCompetidor({ categoriaId: app.salsa, ...row }))
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(entries).execute())
  for (const { musicaPath, nombre } of entries) {
    if (musicaPath) await app.deps.files.put(musicaPath, Readable.from([aTrack(1, nombre?.length ?? 0)]))
  }
}

test('the CSV of a day has its entries in running order and no formula', async () => {
  await using app = await saturday()
  const owner = await app.as('usuario')
  await add(app, [
    { nombre: '=HYPERLINK("http://x")', compania: null, orden: 2, musicaPath: 'musica/b.mp3' },
    { nombre: 'Ana, "la Reina"', orden: 1, usuarioId: owner.id },
    { nombre: 'Sin lugar', orden: null },
  ])
  await seedRetiro(app, app.bachata, 'no_se_presento')
  await app.deps.db.write((tx) => tx.insertInto('musica').values({ path: 'musica/b.mp3', duracion: 65 }).execute())
  const answer = await ask(app, app.admin, pathOf('sábado', 'competidores.csv'))

  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="competidores_sabado.csv"; filename*=UTF-8''competidores_s%C3%A1bado.csv`,
  })
  const [head, ...lines] = answer.body.split('\r\n')
  expect(head?.startsWith('\uFEFF"Día","Categoría","Competidor","Compañía","Turno","Orden","Música"')).toBe(true)
  expect(lines).toEqual([
    expect.stringMatching(
      /^"Sábado","Salsa On1\/On2","Ana, ""la Reina""","Team Cubanísimo",1,1,"No","","2025-03-20","Úrsula Núñez",/,
    ),
    `"Sábado","Salsa On1/On2","'=HYPERLINK(""http://x"")","",2,2,"Sí","1:05","2025-03-20","","","","",""`,
    '"Sábado","Bachata","Cierre","Team Cubanísimo",3,1,"No","","2025-03-20","","","No se presentó","",""',
    '"Sábado","Salsa On1/On2","Sin lugar","Team Cubanísimo",,,"No","","2025-03-20","","","","",""',
    '',
  ])
})

test(
  'the archive of a day has its tracks numbered by turn, byte for byte, and lists the entries without one',
  { tags: 's3' },
  async () => {
    await using app = await saturday()
    await add(app, [
      { nombre: 'Ana', orden: 1, musicaPath: 'musica/a.mp3' },
      { nombre: 'Sin música', orden: 2 },
      { nombre: 'Luis: "el Rey"', orden: 3, musicaPath: 'musica/l.mp3' },
      { nombre: 'Perdida', orden: 4, musicaPath: 'musica/no_esta.mp3' },
      { nombre: 'Gemela', orden: null, fechaInscripcion: '2025-03-20', musicaPath: 'musica/g1.mp3' },
      { nombre: 'GEMELA', orden: null, fechaInscripcion: '2025-03-21', musicaPath: 'musica/g2.mp3' },
    ])
    await app.deps.files.remove('musica/no_esta.mp3')
    const answer = await ask(app, app.admin, pathOf('sábado', 'musica.zip'))

    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(answer.rawPayload.length),
      'content-disposition': expect.stringContaining('musica_sabado.zip'),
    })
    const files = unzip(answer.rawPayload)
    expect(files.map(({ name }) => name)).toEqual([
      '001 - Salsa On1 On2 - Ana.mp3',
      '003 - Salsa On1 On2 - Luis el Rey.mp3',
      'Sin orden - Salsa On1 On2 - Gemela.mp3',
      'Sin orden - Salsa On1 On2 - GEMELA (2).mp3',
      'Falta música.txt',
    ])
    expect(files[0]?.bytes.equals(aTrack(1, 'Ana'.length))).toBe(true)
    expect(files.at(-1)?.bytes.toString()).toBe(
      '\uFEFF2  Salsa On1/On2  Sin música (Team Cubanísimo)\r\n4  Salsa On1/On2  Perdida (Team Cubanísimo)\r\n5  Bachata  Cierre (Team Cubanísimo)\r\n',
    )
  },
)

const NO_UNZIP =
  spawnSync('unzip', ['-v']).error === undefined ? null : 'no unzip on this machine: apt-get install -y unzip'

test.skipIf(NO_UNZIP)(
  `the program unzip writes the names as they are and finds no fault (${NO_UNZIP ?? 'it is here'})`,
  async () => {
    await using app = await saturday()
    await add(app, [{ nombre: 'Zoë Muñoz Águila 舞', orden: 1, musicaPath: 'musica/a.mp3' }])
    const folder = mkdtempSync(join(tmpdir(), 'salsa-zip-'))
    const file = join(folder, 'musica.zip')
    writeFileSync(file, (await ask(app, app.admin, pathOf('sábado', 'musica.zip'))).rawPayload)
    for (const locale of ['C', 'C.UTF-8']) {
      const into = join(folder, locale)
      const { status, stderr } = spawnSync('unzip', ['-q', file, '-d', into], {
        env: { ...process.env, LC_ALL: locale },
      })
      expect([status, stderr.toString()]).toEqual([0, ''])
      if (locale === 'C') continue
      expect(readdirSync(into).toSorted()).toEqual([
        '001 - Salsa On1 On2 - Zoë Muñoz Águila 舞.mp3',
        'Falta música.txt',
      ])
    }
    expect(spawnSync('unzip', ['-t', file]).status).toBe(0)
    rmSync(folder, { recursive: true })
  },
)

test('an archive of many entries has the announced length', async () => {
  await using app = await saturday()
  const nombres = Array.from({ length: 700 }, (_, index) => `Pareja ${index} ${'de nombre largo '.repeat(3)}`)
  const rows = nombres.map((nombre, index) => ({ nombre, orden: index + 1, musicaPath: 'musica/a.mp3' }))
  await app.deps.files.put('musica/a.mp3', Readable.from(['a track']))
  await app.deps.db.write((tx) =>
    tx
      .insertInto('competidores')
      .values(rows.map((row) => aCompetidor({ categoriaId: app.salsa, ...row })))
      .execute(),
  )
  const answer = await ask(app, app.admin, pathOf('sábado', 'musica.zip'))
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
})

test('the files of an archive have the local time of the event, in any zone of the server', async () => {
  await using app = await saturday({ now: () => Date.parse('2025-04-11T04:30:00Z') })
  await add(app, [{ nombre: 'Ana', orden: 1, musicaPath: 'musica/a.mp3' }])
  const moments = async () =>
    unzip((await ask(app, app.admin, pathOf('sábado', 'musica.zip'))).rawPayload).map(({ modified }) => modified)
  expect(await moments()).toEqual(['2025-4-10 22:30:00', '2025-4-10 22:30:00'])
  await app.admin.send(saveEvento, eventoDefault('Europe/Madrid'))
  expect(await moments()).toEqual(['2025-4-11 06:30:00', '2025-4-11 06:30:00'])
})

test('a day without entries gives an empty archive and a CSV with only its header', async () => {
  await using app = await saturday()
  expect(unzip((await ask(app, app.admin, pathOf('jueves', 'musica.zip'))).rawPayload)).toEqual([])
  expect((await ask(app, app.admin, pathOf('jueves', 'competidores.csv'))).body.trimEnd().split('\r\n')).toHaveLength(1)
  for (const name of ['musica.zip', 'competidores.csv']) {
    expect((await ask(app, app.admin, `/api/dias/lunes/${name}`)).statusCode).toBe(404)
  }
})

test('an archive whose track disappears is aborted, not completed', { tags: 's3' }, async () => {
  const lying = (store: FileStore): FileStore => ({
    ...store,
    get: async (path, range) =>
      path === 'musica/b.mp3' ? Readable.from([Buffer.from('corto')]) : store.get(path, range),
  })
  const told: string[] = []
  await using app = await saturday({ files: lying, onLog: (message) => told.push(message) })
  await add(app, [
    { nombre: 'Ana', orden: 1, musicaPath: 'musica/a.mp3' },
    { nombre: 'Luis', orden: 2, musicaPath: 'musica/b.mp3' },
  ])
  const origin = await app.listen()
  const download = fetchRaw(origin, { path: pathOf('sábado', 'musica.zip'), headers: { cookie: app.admin.cookie } })
  await expect(download).rejects.toThrow()
  expect(told).toEqual(['the music of a day broke off on its way out'])
})

test('a client that disconnects during a download leaves no file open', async () => {
  const opened: Readable[] = []
  const slow = (store: FileStore): FileStore => ({
    ...store,
    get: async (path) => {
      const stream = new Readable({ read: () => undefined })
      stream.push(await buffer((await store.get(path, { start: 0, end: 9 })) ?? Readable.from([])))
      opened.push(stream)
      return stream
    },
  })
  await using app = await saturday({ files: slow })
  await add(app, [{ nombre: 'Ana', orden: 1, musicaPath: 'musica/a.mp3' }])
  const path = pathOf('sábado', 'musica.zip')
  const socket = rawAsk(await app.listen(), { method: 'GET', path, headers: { cookie: app.admin.cookie ?? '' } })
  await expect.poll(() => opened.length).toBe(1)
  socket.destroy()
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true])
})

test('a HEAD request answers the size of a download or the refusal, and opens no track', async () => {
  const opened: string[] = []
  const watched = (store: FileStore): FileStore => ({
    ...store,
    get: (path, range) => {
      opened.push(path)
      return store.get(path, range)
    },
  })
  await using app = await saturday({ files: watched })
  await add(app, [{ nombre: 'Ana', orden: 1, musicaPath: 'musica/a.mp3' }])
  const url = pathOf('sábado', 'musica.zip')
  const headers = { cookie: app.admin.cookie ?? '' }
  const [head, whole] = [await app.app.http.inject({ method: 'HEAD', url, headers }), await ask(app, app.admin, url)]
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
  expect(head.headers['content-length']).toBe(String(whole.rawPayload.length))
  expect(opened).toEqual(['musica/a.mp3'])
  expect((await app.app.http.inject({ method: 'HEAD', url })).statusCode).toBe(401)
})
