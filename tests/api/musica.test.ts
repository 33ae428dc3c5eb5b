import { Readable } from 'node:stream'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'

/** Makes an entry of `owner` with a track of ten bytes. Returns a function that requests the track. */
async function aTrackOf(app: TestApp, owner: Client): Promise<Listen> {
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  await put(app, '0123456789')
  const entry = aCompetidor({ categoriaId: categorias[0]?.id ?? '', usuarioId: owner.id, musicaPath: PATH })
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(entry).execute())
  return (who, headers = {}, method = 'GET') =>
    app.app.http.inject({
      method,
      url: `/api/competidores/${entry.id}/musica`,
      headers: { ...(who.cookie && { cookie: who.cookie }), ...headers },
    })
}

type Listen = (
  who: Client,
  headers?: Readonly<Record<string, string>>,
  method?: 'GET' | 'HEAD',
) => Promise<LightMyRequestResponse>

const PATH = 'musica/Ñandú & más (1).mp3'
const put = (app: TestApp, content: string): Promise<void> => app.deps.files.put(PATH, Readable.from([content]))

test('a track is played in ranges, and sent again only when it has changed: ranges of two versions are never mixed', async () => {
  await using app = await startApp()
  const [owner, other] = [await app.as('usuario'), await app.as('usuario')]
  const listen = await aTrackOf(app, owner)

  const part = await listen(owner, { range: 'bytes=2-4' })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  expect((await listen(owner)).body).toBe('0123456789')
  expect((await listen(owner, { range: 'bytes=99-' })).statusCode).toBe(416)

  const { etag = '' } = (await listen(owner)).headers
  const known = { 'if-none-match': `"algo", W/${etag}` }

  const same = await listen(owner, known)
  expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
  expect((await listen(owner, { ...known, range: 'bytes=2-4' })).statusCode).toBe(304)
  expect((await listen(owner, { range: 'bytes=2-4', 'if-range': etag })).body).toBe('234')
  expect((await listen(other, known)).statusCode).toBe(404)

  await put(app, 'abcdefghij')
  const whole = await listen(owner, known)
  expect([whole.statusCode, whole.body]).toEqual([200, 'abcdefghij'])
  expect((await listen(owner, { range: 'bytes=2-4', 'if-range': etag })).body).toBe('abcdefghij')
})

test('a HEAD request for a track answers its length without reading the store', async () => {
  const read: string[] = []
  await using app = await startApp({
    files: (files) => ({
      ...files,
      get: (path) => {
        read.push(path)
        return files.get(path)
      },
    }),
  })
  const owner = await app.as('usuario')
  const answer = await (await aTrackOf(app, owner))(owner, {}, 'HEAD')
  expect([answer.statusCode, answer.headers['content-length'], answer.body, read]).toEqual([200, '10', '', []])
})
