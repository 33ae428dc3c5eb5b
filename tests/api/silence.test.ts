import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { signIn } from '#contract/acceso.ts'
import { createCategoria } from '#contract/categorias.ts'
import { addFoto } from '#contract/usuarios.ts'
import type { Database } from '../../src/server/db/database.ts'
import { startApp } from '../support/app.ts'
import { aPhoto } from '../support/usuarios.ts'
import { ask, type Asked } from '../support/wire.ts'

const PROMISED = '60000'
const SILENT: Asked = {
  method: 'POST',
  path: signIn.path,
  headers: { 'content-type': 'application/json', 'content-length': PROMISED },
}

/** Asks, and lets everything that comes back go by. */
function begin(origin: string, asked: Asked): Socket {
  const socket = ask(origin, asked)
  socket.on('error', () => undefined)
  return socket.resume()
}

/** Waits until the server has cut two silent requests, one after the other: at least twice the timeout. */
async function twiceTheSilence(origin: string): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await once(begin(origin, SILENT), 'close')
}

test.each([
  ['a photo', addFoto.path, 'image/jpeg'],
  ['a form', signIn.path, 'application/json'],
])('a client that sends a part of %s and then nothing is cut off', async (_what, path, type) => {
  await using app = await startApp({ silenceMs: 300 })
  const headers = { 'content-type': type, 'content-length': PROMISED }
  const socket = begin(await app.listen(), { method: 'POST', path, headers })
  socket.write('{')
  await once(socket, 'close')
})

test('a client that sends a whole form and a part of the next one on the same connection is cut off', async () => {
  await using app = await startApp({ silenceMs: 300 })
  const socket = begin(await app.listen(), { method: 'POST', path: signIn.path, body: '{}' })
  socket.write(
    `POST ${signIn.path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
  )
  await once(socket, 'close')
})

test('a client that sends slowly is not cut off', async () => {
  await using app = await startApp({ silenceMs: 1_000 })
  const origin = await app.listen()
  const socket = ask(origin, { ...SILENT, headers: { ...SILENT.headers, connection: 'close' } })
  const answer = once(socket, 'data')
  let sent = 0
  const sending = setInterval(() => {
    socket.write(' ')
    sent += 1
  }, 20)
  await twiceTheSilence(origin)
  clearInterval(sending)
  socket.write(' '.repeat(Number(PROMISED) - sent))
  expect(String(await answer)).toContain('HTTP/1.1 400')
})

/** A database whose writes wait between `hold` and `release`. */
function holding(): { database: (db: Database) => Database; hold: () => void; release: () => void } {
  const held = Promise.withResolvers<void>()
  let isHolding = false
  return {
    database: (db) => ({
      ...db,
      write: async (run) => {
        if (isHolding) await held.promise
        return db.write(run)
      },
    }),
    hold: () => {
      isHolding = true
    },
    release: () => held.resolve(),
  }
}

test.each([
  ['a small photo', 0],
  ['more than is taken in before somebody reads it', 2_000_000],
])(
  'a client that has sent %s, which the server has not read yet, is not cut off, however long it takes',
  async (_what, more) => {
    const { database, hold, release } = holding()
    await using app = await startApp({ silenceMs: 200, database })
    const origin = await app.listen()
    const photo = Buffer.concat([await aPhoto(), Buffer.alloc(more)])
    // The upload is counted before its body is read.
    hold()
    const send = { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(photo) }
    const sending = fetch(`${origin}${addFoto.path}`, send)
    await twiceTheSilence(origin)
    release()
    expect((await sending).status).toBe(200)
  },
)

test('a client that has sent everything is not cut off while the server stores it', async () => {
  const held = Promise.withResolvers<void>()
  await using app = await startApp({
    silenceMs: 200,
    files: (files) => ({
      ...files,
      put: async (path, content) => {
        await held.promise
        await files.put(path, content)
      },
    }),
  })
  const origin = await app.listen()
  const send = { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(await aPhoto()) }
  const sending = fetch(`${origin}${addFoto.path}`, send)
  await twiceTheSilence(origin)
  held.resolve()
  expect((await sending).status).toBe(200)
})

test.each([
  ['a form that was not read', { body: '{"nombre":"Salsa"}' }],
  ['a form of no length', { headers: { 'content-length': '0' } }],
])('a line on which %s was refused is closed like any other once it is idle', async (_what, form) => {
  await using app = await startApp({ silenceMs: 300 })
  app.app.http.server.keepAliveTimeout = 200
  const socket = begin(await app.listen(), { method: 'POST', path: createCategoria.path, ...form })
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('HTTP/1.1 401')
  await once(socket, 'close')
})
