import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { VISITANTE } from '#domain/actor.ts'
import { Board, Topic } from './open-views.ts'
import { detachLater, Streams } from './stream.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

interface Answer {
  readonly response: ServerResponse
  readonly socket: Socket
}

let server: Server
let answers: Answer[]
const clients: Socket[] = []

beforeEach(async () => {
  answers = []
  server = createServer((_request, response) => {
    const { socket } = response
    response.writeHead(200)
    if (socket) answers.push({ response, socket })
    server.emit('asked', response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
  server.close()
})

/** Sends bytes over a new connection. What came back is in `received`. */
function send(bytes: string): { client: Socket; received: () => Buffer } {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const chunks: Buffer[] = []
  client.on('data', (chunk: Buffer) => chunks.push(chunk))
  client.write(bytes)
  clients.push(client)
  return { client, received: () => Buffer.concat(chunks) }
}

async function asked(bytes = GET): Promise<Answer & ReturnType<typeof send>> {
  const sent = send(bytes)
  await once(server, 'asked')
  const [answer] = answers
  if (!answer) throw new Error('No request came.')
  return { ...sent, ...answer }
}

test('a client that leaves before the socket is detached closes its stream once', async () => {
  const { response, socket } = await asked()
  const [closed, failed] = [vi.fn(), vi.fn()]
  detachLater(response, socket, closed, failed)
  socket.destroy()
  await once(socket, 'close')
  await turn()
  expect([closed.mock.calls.length, failed.mock.calls.length]).toEqual([1, 0])
})

test.each(['end', 'resetAndDestroy'] as const)(
  'a client that leaves (%s) after the socket was detached closes its stream once',
  async (leave) => {
    const { client, response, socket } = await asked()
    const [closed, failed] = [vi.fn(), vi.fn()]
    detachLater(response, socket, closed, failed)
    await turn()
    expect(response.socket).toBeNull()
    client[leave]()
    await vi.waitUntil(() => closed.mock.calls.length > 0)
    expect([socket.destroyed, closed.mock.calls.length, failed.mock.calls.length]).toEqual([true, 1, 0])
  },
)

test('a large first frame that is still queued when the socket is detached comes whole', async () => {
  const { client, received, response, socket } = await asked()
  client.pause()
  const body = Buffer.alloc(8_000_000, 'x')
  response.write(body)
  detachLater(response, socket, vi.fn(), vi.fn())
  await turn()
  expect([response.socket, socket.writableLength > 0]).toEqual([null, true])
  socket.end('0\r\n\r\n')
  client.resume()
  await once(client, 'end')
  expect(received().subarray(-5).toString()).toBe('0\r\n\r\n')
  expect(received().length).toBeGreaterThan(body.length)
})

test('closing ends every open stream, and then the server', async () => {
  const streams = new Streams(() => 0)
  const topic = new Topic({ viewKey: 'v', audience: 'todos' }, new Board('v', 'todos', 1, new Map()), 1)
  const { received, response } = await asked()
  response.write('hola')
  streams.add(response, [topic], VISITANTE)
  await turn()
  const ended = once(server, 'close')
  server.close()
  await streams.close()
  await ended
  expect(received().toString()).toContain('event: fin')
  expect([streams.size, topic.watchers]).toEqual([0, 0])
})

test('a request that is pipelined behind a stream is not answered, and the stream goes on', async () => {
  const { client, received, response, socket } = await asked(GET + GET)
  const failed = vi.fn()
  detachLater(response, socket, vi.fn(), failed)
  await turn()
  client.write(GET)
  socket.write('mark')
  await vi.waitUntil(() => received().includes('mark'))
  expect([received().toString().split('HTTP/1.1').length - 1, failed.mock.calls.length]).toEqual([0, 0])
})

test('a stream that is pipelined behind another request ends with its connection', async () => {
  const streams = new Streams(() => 0)
  server.removeAllListeners('request')
  const responses: ServerResponse[] = []
  server.on('request', (_request, response: ServerResponse) => responses.push(response))
  const { client } = send(GET + GET)
  await vi.waitUntil(() => responses.length === 2)
  responses[1]?.write('hola')
  if (responses[1]) streams.add(responses[1], [], VISITANTE)
  responses[0]?.end()
  await once(client, 'close')
  expect(streams.size).toBe(0)
})

test('over TLS, or behind another response, the socket stays with node:http', async () => {
  const { response, socket } = await asked()
  const failed = vi.fn()
  Object.assign(socket, { encrypted: true })
  detachLater(response, socket, vi.fn(), failed)
  await turn()
  expect(response.socket).toBe(socket)

  Reflect.deleteProperty(socket, 'encrypted')
  Reflect.set(socket, '_httpMessage', null)
  detachLater(response, socket, vi.fn(), failed)
  await turn()
  expect([response.socket === socket, socket.destroyed, failed.mock.calls.length]).toEqual([true, false, 0])
})

test('when a method of Node throws, only that stream ends, and the failure is reported once', async () => {
  const failed = vi.fn()
  const streams = new Streams(() => 0, failed)
  const topic = new Topic({ viewKey: 'v', audience: 'todos' }, new Board('v', 'todos', 1, new Map()), 1)
  for (const step of ['remove', 'close']) {
    const { socket, response } = await asked()
    answers = []
    const parser: unknown = Reflect.get(socket, 'parser')
    Reflect.set(parser as object, step, () => {
      throw new Error('Not in this version of Node.')
    })
    streams.add(response, [topic], VISITANTE)
    await vi.waitUntil(() => socket.closed)
  }
  expect([streams.size, topic.watchers, failed.mock.calls.length]).toEqual([0, 0, 1])
})
