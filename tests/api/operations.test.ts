import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { DatabaseAway } from '../../src/server/db/database.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { startApp } from '../support/app.ts'
import { LiveStream } from '../support/stream.ts'

test('the server is up, and ready while database and files answer', async () => {
  let away = false
  await using app = await startApp({
    database: (db) => ({
      ...db,
      read: (run) => (away ? Promise.reject(new DatabaseAway(new Error('gone'))) : db.read(run)),
    }),
  })
  const ask = async (url: string) => {
    const answer = await app.app.http.inject(url)
    return [answer.statusCode, answer.json().status ?? answer.json().code]
  }
  expect(await ask('/healthz')).toEqual([200, 'ok'])
  expect(await ask('/readyz')).toEqual([200, 'ok'])
  away = true
  expect(await ask('/readyz')).toEqual([503, 'database.away'])
  expect(await ask('/healthz')).toEqual([200, 'ok'])
  away = false
  expect(await ask('/readyz')).toEqual([200, 'ok'])
})

test('the server is not ready while the stored files cannot be reached; a disk that is full, or does not report its space, keeps it ready', async () => {
  let broken: Partial<FileStore> = {}
  await using app = await startApp({
    files: (files) => ({
      ...files,
      ping: () => (broken.ping ?? files.ping)(),
      hasRoom: () => (broken.hasRoom ?? files.hasRoom)(),
    }),
  })
  const ready = async (how: Partial<FileStore>) => {
    broken = how
    const answer = await app.app.http.inject('/readyz')
    return [answer.statusCode, answer.json()]
  }
  expect(await ready({})).toEqual([200, { status: 'ok' }])
  expect(await ready({ ping: () => Promise.reject(new Error('EACCES')) })).toMatchObject([
    503,
    { message: 'El almacén de archivos no responde y no se guardó nada. Vuelve a intentarlo en unos segundos.' },
  ])
  const avisos = [
    'Quedan menos de 256 MB en el disco: no se aceptan más archivos. Libera espacio: pronto tampoco cabrán los datos.',
  ]
  expect(await ready({ hasRoom: async () => false })).toEqual([200, { status: 'ok', avisos }])
  const noStatfs = () => Promise.reject(new Error('ENOSYS: function not implemented, statfs'))
  expect(await ready({ hasRoom: noStatfs })).toEqual([200, { status: 'ok' }])
})

test('the metrics count requests by route, and open streams', async () => {
  await using app = await startApp()
  const origin = await app.listen()
  await using stream = await LiveStream.open(origin, { views: 'portada' })
  await stream.next()
  await app.app.http.inject('/healthz')
  const answer = await app.app.http.inject('/metrics')
  expect(answer.headers['content-type']).toContain('text/plain')
  expect(answer.body).toMatch(/^live_streams 1$/m)
  expect(answer.body).toMatch(/^live_streams_cut 0$/m)
  expect(answer.body).toMatch(/^http_request_seconds_count\{method="GET",route="\/healthz",status="200"\} 1$/m)
  expect(answer.body).toMatch(/^process_cpu_seconds_total \d/m)
})

test('the API document is made from the declarations, and every visitor can read it', async () => {
  await using app = await startApp()
  const document = (await app.app.http.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { summary: string }>>
  }>()
  expect(document).toMatchObject({
    openapi: '3.1.0',
    paths: {
      '/api/categorias/{id}/orden': {
        post: {
          'x-roles': ['admin'],
          parameters: [
            { name: 'id', in: 'path', required: true },
            { name: 'Idempotency-Key', in: 'header' },
            { name: 'x-persona', in: 'header' },
          ],
          requestBody: { content: { 'application/json': { schema: { required: ['direccion'] } } } },
          responses: {
            default: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Problema' } } } },
          },
        },
      },
    },
  })
  const views = { name: 'views', in: 'query', style: 'form', explode: false, schema: { type: 'array' } }
  const visitante = { name: 'visitante', in: 'query' }
  expect(document.paths).toMatchObject({
    '/api/vistas': { get: { parameters: [views, visitante] } },
    '/api/live': { get: { parameters: [views, visitante, { name: 'since', in: 'query' }] } },
    '/api/subidas/{id}': { head: { 'x-roles': ['usuario', 'admin'], parameters: [{ name: 'id', in: 'path' }] } },
  })
  const page = await app.app.http.inject('/api/docs')
  expect(page.body).toContain('/api/categorias/{id}/orden')
  expect(page.body).toContain('Sube o baja una categoría en su día:')
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(operations.filter(({ summary }) => !summary.endsWith('.'))).toEqual([])
})

test('while the server stops, a request over an open connection is told to retry', async () => {
  const app = await startApp()
  const socket = connect(Number(new URL(await app.listen()).port), '127.0.0.1')
  const head = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n'
  // One request, and another of which the end is still to come.
  socket.write(`${head}\r\n${head}`)
  await once(socket, 'data')

  const closing = app[Symbol.asyncDispose]()
  socket.write('\r\n')

  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 [\s\S]*"code":"server\.stopping"/)
  // Kept open by its client: it does not keep the server.
  await closing
  socket.destroy()
})
