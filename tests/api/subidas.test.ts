import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createInscripcion, MUSICA_MAX_BYTES, createSubida } from '#contract/inscripciones.ts'
import { PROBLEMS, type ProblemCode } from '#domain/problem.ts'
import { pathOfParte } from '../../src/server/files/store.ts'
import { insertParte } from '../../src/server/musica/store.ts'
import { forgetSubidas } from '../../src/server/musica/subidas.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { aFrame, aTrack, aTrackOf, HOSTILE, id3 } from '../support/mp3.ts'
import { begin, bring, counted, files, idOf, offsetOf, partes, stall, tus, upload } from '../support/tus.ts'

/** Everything that is left of uploads after a sweep: rows, stored pieces, tracks. */
async function left(app: TestApp): Promise<string[]> {
  const rows = await app.deps.db.read((tx) => tx.selectFrom('subida').select('id').execute())
  return [...rows.map(({ id }) => `row ${id}`), ...(await files(app)), ...(await app.deps.files.list('musica'))]
}

test('a file that is no music is refused with a sentence and leaves no file', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  for (const { name, bytes, code } of HOSTILE) {
    const { path } = await begin(app, user, bytes.length)
    const answer = await bring(app, user, path, { bytes })
    expect([answer.code, answer.message], name).toEqual([code, PROBLEMS[code as ProblemCode]])
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await left(app), name).toEqual([])
  }
})

const MEGA = 1024 ** 2

test('a file that is no mp3 is refused at its first megabyte, not after thirty', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  const { path } = await begin(app, user, 20_000_000)
  const answer = await bring(app, user, path, { bytes: Buffer.alloc(1.1 * MEGA, 'MZ') })
  expect([answer.status, answer.code]).toEqual([415, 'musica.notMp3'])
  expect(await left(app)).toEqual([])
})

test('the first bytes of music are checked also behind a picture in the tag', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  const good = Buffer.concat([id3(300_000), aTrack(3)])
  const { path } = await begin(app, user, good.length)
  for (let at = 0; at < good.length; at += 100_000) {
    const answer = await bring(app, user, path, { at, bytes: good.subarray(at, at + 100_000) })
    expect(answer.status).toBe(204)
  }
  const bad = Buffer.concat([id3(300_000), Buffer.alloc(1.1 * MEGA, 'html')])
  const second = await begin(app, user, 5_000_000)
  expect((await bring(app, user, second.path, { bytes: bad.subarray(0, 200_000) })).status).toBe(204)
  const answer = await bring(app, user, second.path, { at: 200_000, bytes: bad.subarray(200_000) })
  expect(answer.code).toBe('musica.notMp3')
})

test('a file of more than 30 MB is refused before a byte of it is sent', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  const answer = await begin(app, user, MUSICA_MAX_BYTES + 1)
  expect([answer.status, answer.code]).toEqual([413, 'musica.tooLarge'])
  expect((await begin(app, user, MUSICA_MAX_BYTES)).status).toBe(201)
})

test('a wrong length is refused, and more bytes than were announced end the upload', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  for (const length of ['', '-1', '1.5', '1e3', 'muchos', '99999999999999999999']) {
    const answer = await tus(app, user, ['POST', createSubida.path], { headers: { 'upload-length': length } })
    expect([answer.status, await left(app)], length).toEqual([412, []])
  }
  const { path } = await begin(app, user, 1_000)
  const answer = await bring(app, user, path, { bytes: aTrack(2) })
  expect([answer.status, await left(app)]).toEqual([412, []])
})

test('bytes at a wrong offset are refused, and the upload goes on from the right one', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  const track = aTrack(3)
  const { path } = await begin(app, user, track.length)
  for (const at of [-1, 1, track.length + 1, 999_999_999_999]) {
    expect([409, 412], String(at)).toContain((await bring(app, user, path, { at, bytes: aTrack(1) })).status)
    expect([await offsetOf(app, user, path), await files(app)]).toEqual([0, []])
  }
  await bring(app, user, path, { bytes: track.subarray(0, 20_000) })
  const wrong = await bring(app, user, path, { at: 10_000, bytes: track.subarray(10_000) })
  expect([wrong.status, wrong.code]).toEqual([409, 'subida.offset'])
  expect((await tus(app, user, ['HEAD', path])).headers).toMatchObject({
    'upload-offset': '20000',
    'upload-length': String(track.length),
    'cache-control': 'no-store',
    'tus-resumable': '1.0.0',
  })
  expect((await bring(app, user, path, { at: 20_000, bytes: track.subarray(20_000) })).status).toBe(204)
})

test('an upload over a line that is cut three times ends with identical bytes', { tags: 's3' }, async () => {
  const { arrived, files } = counted()
  await using app = await startApp({ files })
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const origin = await app.listen()
  const user = await app.as('usuario')
  const track = aTrackOf(5_000_000)
  const { path } = await begin(app, user, track.length)
  const offset = async () => Number((await tus(app, user, ['HEAD', path])).headers['upload-offset'])

  for (const share of [0.2, 0.5, 0.8]) {
    const at = await offset()
    const bytes = track.subarray(at, Math.round(track.length * share))
    const line = await stall({ arrived, origin, who: user }, path, { at, bytes, length: track.length - at })
    line.cut()
    await line.closed
  }
  const at = await offset()
  expect(at).toBeLessThan(track.length)
  expect((await bring(app, user, path, { at, bytes: track.subarray(at) })).status).toBe(204)

  const subida = idOf(path)
  const input = { nombre: 'Ana', compania: 'Son', categoriaId: categorias[0]?.id ?? '', subida }
  const { id } = await user.send(createInscripcion, input)
  const heard = await app.app.http.inject({
    url: `/api/competidores/${id}/musica`,
    headers: { cookie: user.cookie ?? '' },
  })
  expect(heard.rawPayload.equals(track)).toBe(true)
  await expect.poll(async () => (await left(app)).filter((what) => !what.startsWith('musica/'))).toEqual([])
})

test('an upload that resumes while the server still holds the dead connection is answered at once', async () => {
  const { arrived, files } = counted()
  await using app = await startApp({ files })
  const origin = await app.listen()
  const user = await app.as('usuario')
  const track = aTrack(60)
  const { path } = await begin(app, user, track.length)
  const dead = await stall({ arrived, origin, who: user }, path, {
    at: 0,
    bytes: track.subarray(0, 100_000),
    length: track.length,
  })

  const { status, headers } = await tus(app, user, ['HEAD', path])
  expect(status).toBe(200)
  await dead.closed
  const at = Number(headers['upload-offset'])
  expect((await bring(app, user, path, { at, bytes: track.subarray(at) })).status).toBe(204)
})

test('an upload without requests for a day is removed, and a younger one stays', async () => {
  let now = Date.parse('2025-03-20T12:00:00Z')
  await using app = await startApp({ now: () => now })
  const user = await app.as('usuario')
  await upload(app, user)
  const { path } = await begin(app, user, 50_000)
  await bring(app, user, path, { bytes: aTrack(1) })
  now += 20 * 3_600_000
  const young = await upload(app, user)
  await forgetSubidas(app.deps)
  expect(await left(app)).toHaveLength(6)

  now += 5 * 3_600_000
  await forgetSubidas(app.deps)
  expect(await left(app)).toEqual([`row ${young}`, ...(await partes(app)).map(pathOfParte)])
  expect(await partes(app)).toEqual([expect.objectContaining({ subida: young })])
})

test('a person keeps the newest five uploads', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  const paths: string[] = []
  for (let n = 0; n < 7; n += 1) paths.push((await begin(app, user, 50_000)).path)
  const there = await Promise.all(paths.map(async (path) => (await tus(app, user, ['HEAD', path])).status))
  expect(there.filter((status) => status === 200)).toHaveLength(5)
  expect(there.slice(-1)).toEqual([200])
})

test('thirty uploads begun at one moment leave five', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  await Promise.all(Array.from({ length: 30 }, () => begin(app, user, 50_000)))
  const rows = (await left(app)).filter((what) => what.startsWith('row'))
  expect(rows.length).toBeLessThanOrEqual(5)
  expect(rows.length).toBeGreaterThan(0)
})

test('an upload whose server stopped before measuring it is measured at the next request', { tags: 's3' }, async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  const finish = async (bytes: Buffer) => {
    const { path } = await begin(app, user, bytes.length)
    const subida = idOf(path)
    const parte = { subida, inicio: 0, bytes: bytes.length, archivo: `parte-${bytes.length}` }
    await app.deps.files.put(pathOfParte(parte), Readable.from([bytes]))
    await app.deps.db.write((tx) => insertParte(tx, parte))
    return tus(app, user, ['HEAD', path])
  }
  expect((await finish(aTrack(2))).status).toBe(200)
  expect(await files(app)).toHaveLength(1)
  expect((await finish(aFrame())).status).toBe(415)
})

test('an upload is not read back, begins from no other site, and another version of the protocol is told the own', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  const answer = await tus(app, user, ['POST', createSubida.path], {
    headers: { 'upload-length': '9', 'tus-resumable': '0.2.2' },
  })
  const smuggled = await tus(app, user, ['POST', createSubida.path], {
    headers: { 'upload-length': '9', origin: 'https://otra.example' },
  })
  expect(smuggled.status).toBe(403)
  const { path } = await begin(app, user, 9)
  expect((await tus(app, user, ['GET', path])).status).toBe(404)
  expect([answer.status, answer.headers['tus-version']]).toEqual([412, '1.0.0'])
})
