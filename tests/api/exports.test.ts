import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { saveEvento } from '#contract/evento.ts'
import type { Dia } from '#domain/dia.ts'
import { eventoDefault } from '#domain/evento.ts'
import type { CompetidoresTable } from '../../src/server/db/schema.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { startApp, type Client, type TestApp, type TestOptions } from '../support/app.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'
import { aTrack } from '../support/mp3.ts'
import { unzip } from '../support/unzip.ts'
import { fetchRaw } from '../support/wire.ts'

const pathOf = (dia: Dia, file: 'competidores.csv' | 'musica.zip') => `/api/dias/${encodeURIComponent(dia)}/${file}`

const ask = (app: TestApp, who: Client, path: string) =>
  app.app.http.inject({ url: path, headers: who.cookie ? { cookie: who.cookie } : {} })

/** A Saturday with a category of its own for what each test adds. */
async function saturday(options: TestOptions = {}): Promise<TestApp & { salsa: string; admin: Client }> {
  const app = await startApp(options)
  const { categorias } = await seedDia(app, 'sábado', { 'Salsa On1/On2': 0, Bachata: ['Cierre'] })
  return { ...app, salsa: categorias[0]?.id ?? '', admin: await app.as('admin') }
}

async function add(app: TestApp & { salsa: string }, rows: readonly Partial<CompetidoresTable>[]): Promise<void> {
  const entries = rows.map((row) => aCompetidor({ categoriaId: app.salsa, ...row }))
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(entries).execute())
  for (const { musicaPath, nombre } of entries) {
    if (musicaPath) await app.deps.files.put(musicaPath, Readable.from([aTrack(1, nombre?.length ?? 0)]))
  }
}

test('the table of a day has its entries in running order, ready for a spreadsheet and harmless in it', async () => {
  await using app = await saturday()
  const owner = await app.as('usuario')
  await add(app, [
    { nombre: '=HYPERLINK("http://x")', compania: null, orden: 2, musicaPath: 'musica/b.mp3' },
    { nombre: 'Ana, "la Reina"', orden: 1, usuarioId: owner.id },
    { nombre: 'Sin lugar', orden: null },
  ])
  await app.deps.db.write((tx) => tx.insertInto('musica').values({ path: 'musica/b.mp3', duracion: 65 }).execute())
  const answer = await ask(app, app.admin, pathOf('sábado', 'competidores.csv'))

  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="competidores_sabado.csv"; filename*=UTF-8''competidores_s%C3%A1bado.csv`,
  })
  const [head, ...lines] = answer.body.split('\r\n')
  expect(head?.startsWith('\uFEFF"Turno","Categoría","Orden","Competidor"')).toBe(true)
  expect(lines).toEqual([
    expect.stringMatching(
      /^1,"Salsa On1\/On2",1,"Ana, ""la Reina""","Team Cubanísimo","No","","2025-03-20","Úrsula Núñez",/,
    ),
    `2,"Salsa On1/On2",2,"'=HYPERLINK(""http://x"")","","Sí","1:05","2025-03-20","",""`,
    '3,"Bachata",1,"Cierre","Team Cubanísimo","No","","2025-03-20","",""',
    ',"Salsa On1/On2",,"Sin lugar","Team Cubanísimo","No","","2025-03-20","",""',
    '',
  ])
})

test('the archive of a day holds its tracks by turn, byte for byte, and says who has none', async () => {
  await using app = await saturday()
  await add(app, [
    { nombre: 'Ana', orden: 1, musicaPath: 'musica/a.mp3' },
    { nombre: 'Sin música', orden: 2 },
    { nombre: 'Luis: "el Rey"', orden: 3, musicaPath: 'musica/l.mp3' },
    { nombre: 'Perdida', orden: 4, musicaPath: 'musica/no_esta.mp3' },
    { nombre: 'Gemela', orden: null, musicaPath: 'musica/g1.mp3' },
    { nombre: 'GEMELA', orden: null, musicaPath: 'musica/g2.mp3' },
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
})

test('the files of an archive bear the hour of the event, wherever the server is', async () => {
  await using app = await saturday({ now: () => new Date('2025-04-11T04:30:00Z') })
  await add(app, [{ nombre: 'Ana', orden: 1, musicaPath: 'musica/a.mp3' }])
  const moments = async () =>
    unzip((await ask(app, app.admin, pathOf('sábado', 'musica.zip'))).rawPayload).map(({ modified }) => modified)
  expect(await moments()).toEqual(['2025-4-10 22:30:00', '2025-4-10 22:30:00'])
  await app.admin.send(saveEvento, eventoDefault('Europe/Madrid'))
  expect(await moments()).toEqual(['2025-4-11 06:30:00', '2025-4-11 06:30:00'])
})

test('a day without entries is an empty archive and a table with nothing but its head', async () => {
  await using app = await saturday()
  expect(unzip((await ask(app, app.admin, pathOf('jueves', 'musica.zip'))).rawPayload)).toEqual([])
  expect((await ask(app, app.admin, pathOf('jueves', 'competidores.csv'))).body.trimEnd().split('\r\n')).toHaveLength(1)
})

test('an archive that cannot be what was promised breaks off instead of ending well', async () => {
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

test.each(['competidores.csv', 'musica.zip'] as const)(
  '%s is the administrator’s alone, for a day there is',
  async (file) => {
    await using app = await saturday()
    const path = pathOf('sábado', file)
    expect((await ask(app, app.visitor, path)).statusCode).toBe(401)
    expect((await ask(app, await app.as('usuario'), path)).statusCode).toBe(403)
    expect((await ask(app, app.admin, path.replace(encodeURIComponent('sábado'), 'lunes'))).statusCode).toBe(404)
  },
)
