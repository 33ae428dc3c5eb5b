import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { VISITANTE } from '#domain/actor.ts'
import type { Flush } from './hub.ts'
import { Board } from './open-views.ts'
import { Streams } from './stream.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

let server: Server
let streams: Streams
let board: Board
let responses: ServerResponse[]
const clients: Socket[] = []

beforeEach(async () => {
  responses = []
  streams = new Streams(() => 0)
  board = new Board({ viewKey: 'v', audience: 'todos' }, 1, new Map())
  server = createServer((_request, response) => responses.push(response.writeHead(200)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  await streams.close()
  for (const client of clients.splice(0)) client.destroy()
  server.close()
})

/** Sends requests over a new connection. What came back is in `received`. */
async function ask(requests: readonly string[]): Promise<{ client: Socket; received: () => string }> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const chunks: Buffer[] = []
  client.on('data', (chunk: Buffer) => chunks.push(chunk))
  client.write(requests.join(''))
  clients.push(client)
  await vi.waitUntil(() => responses.length === requests.length)
  return { client, received: () => Buffer.concat(chunks).toString() }
}

function addStream(response: ServerResponse | undefined, first: string | Buffer = 'hola'): void {
  response?.write(first)
  if (response) streams.add(response, [board], VISITANTE)
}

/** Sends a frame of revision 2 to every stream. */
function flush(): Promise<void> {
  board.apply(new Map([['a', '1']]), { all: 0, keys: new Map([['a', 2]]) })
  const flush: Flush = {
    head: { epoch: 'e', revision: 2 },
    frames: new Map([[board, '{"parts":{"a":1}}']]),
    changes: [],
    isReplaced: false,
  }
  return streams.flush(flush)
}

test.each(['end', 'resetAndDestroy'] as const)('a client that leaves (%s) closes its stream', async (leave) => {
  const { client } = await ask([GET])
  addStream(responses[0])
  expect([streams.size, board.watchers]).toEqual([1, 1])
  client[leave]()
  await vi.waitUntil(() => streams.size === 0)
  expect([board.watchers, streams.cut]).toEqual([0, 0])
})

test('a frame waits for a large first frame that is still queued, and both come whole', async () => {
  const { client, received } = await ask([GET])
  client.pause()
  addStream(responses[0], Buffer.alloc(8_000_000, 'x'))
  await flush()
  expect(responses[0]?.socket?.writableLength).toBeGreaterThan(0)
  await streams.close()
  client.resume()
  await once(client, 'end')
  expect(received()).toMatch(
    /x\r\n[\da-f]+\r\ndata: \{"revision":2,.*\n\n\r\n[\da-f]+\r\nevent: fin\n.*\n\n\r\n0\r\n\r\n$/,
  )
  expect(received().length).toBeGreaterThan(8_000_000)
})

test('closing ends every open stream, and then the server', async () => {
  const { received } = await ask([GET])
  addStream(responses[0])
  const ended = once(server, 'close')
  server.close()
  await streams.close()
  await ended
  expect(received()).toContain('event: fin')
  expect([streams.size, board.watchers]).toEqual([0, 0])
})

test('a request that is pipelined behind a stream is not answered, and the stream goes on', async () => {
  const { received } = await ask([GET, GET])
  addStream(responses[0])
  responses[1]?.end('other')
  await flush()
  await vi.waitUntil(() => received().includes('"revision":2'))
  expect(received().split('HTTP/1.1')).toHaveLength(2)
  expect(received()).not.toContain('other')
})

test('a stream that is pipelined behind another request ends with its connection', async () => {
  const { client } = await ask([GET, GET])
  addStream(responses[1])
  responses[0]?.end()
  await once(client, 'close')
  expect(streams.size).toBe(0)
})
