import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { s3Store } from '../../src/server/files/s3.ts'
import { FilesAway, type FileStore } from '../../src/server/files/store.ts'

const SILENT_MS = 300
/** Limit of a whole answer, except the body of a file. */
const WHOLE_MS = 1_000
const BYTES = 4 * 1024 * 1024

/** A store that answers every request with `answer`. `open`: its connections that are open. */
async function startStore(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const place = { endpoint: `http://127.0.0.1:${port}`, region: 'x', bucket: 'b', key: 'k', secret: 's' }
  const files: FileStore = s3Store(place, undefined, SILENT_MS, WHOLE_MS)
  return {
    files,
    open: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const half = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-length': BYTES, etag: '"x"' })
  response.write(Buffer.alloc(BYTES / 2))
}

test.each<[string, (response: ServerResponse) => void]>([
  ['stops in the middle of a file', half],
  ['breaks off in the middle of a file', (response) => [half(response), setTimeout(() => response.destroy(), 50)]],
])('a store that %s is away, and its connection is closed', async (_, answer) => {
  await using store = await startStore((_request, response) => answer(response))
  const content = await store.files.get('musica/a.mp3')
  await expect(content && buffer(content)).rejects.toBeInstanceOf(FilesAway)
  await expect.poll(store.open).toBe(0)
})

test('the store does not count as away while a client reads slowly', async () => {
  await using store = await startStore((_request, response) => {
    response.writeHead(200, { 'content-length': BYTES, etag: '"x"' }).end(Buffer.alloc(BYTES))
  })
  const content = await store.files.get('musica/a.mp3')
  let bytes = 0
  for await (const chunk of content ?? []) {
    if (bytes === 0) await wait(WHOLE_MS + SILENT_MS)
    bytes += chunk.length
  }
  expect(bytes).toBe(BYTES)
})

test.each<[string, number, (files: FileStore) => Promise<unknown>]>([
  ['a missing file', 404, (files) => files.get('musica/a.mp3')],
  ['a file put', 200, (files) => files.put('musica/a.mp3', Readable.from(['algunos bytes']))],
  ['a file removed', 200, (files) => files.remove('musica/a.mp3')],
])(
  'a store whose answer about %s stops after its head is away, and its connection is closed',
  async (_, status, act) => {
    await using store = await startStore((request, response) => {
      request.resume()
      if (request.method === 'HEAD') response.end()
      else response.writeHead(status, { 'content-length': 100 }).write('<')
    })
    await expect(act(store.files)).rejects.toBeInstanceOf(FilesAway)
    await expect.poll(store.open).toBe(0)
  },
)

test('the connection of a file whose stream is destroyed is closed', async () => {
  await using store = await startStore((_request, response) => half(response))
  const content = await store.files.get('musica/a.mp3')
  content?.destroy()
  await expect.poll(store.open).toBe(0)
})
