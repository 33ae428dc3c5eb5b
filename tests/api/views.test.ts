import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { saveTurno, setPublicacion } from '#contract/horario.ts'
import { SERVER_TIME_HEADER, SNAPSHOT_PATH, STREAM_PATH, type Snapshot } from '#contract/live.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { LiveStream } from '../support/stream.ts'
import { fetchRaw, type Answer } from '../support/wire.ts'

const HORARIO = `${SNAPSHOT_PATH}?views=horario`
const RESULTADOS = `${SNAPSHOT_PATH}?views=${encodeURIComponent('resultados?dia=jueves')}`

const jsonOf = (answer: Answer): Snapshot => JSON.parse(answer.body.toString())

async function served(options: Parameters<typeof startApp>[0] = {}): Promise<TestApp & { origin: string }> {
  const app = await startApp(options)
  await seedDia(app, 'jueves', { Salsa: 3 })
  return { ...app, origin: await app.listen() }
}

test('a snapshot is private, has the time of the server, and is requested again only after a change', async () => {
  await using app = await served({ now: () => Date.parse('2025-04-10T18:00:00Z') })
  const admin = await app.as('admin')
  const ask = (tag?: string) => fetchRaw(app.origin, { path: HORARIO, headers: { 'if-none-match': tag } })

  const first = await ask()
  expect(first).toMatchObject({
    status: 200,
    headers: {
      'cache-control': 'private, no-cache',
      vary: 'Cookie, Authorization, Accept-Encoding',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      [SERVER_TIME_HEADER]: String(Date.parse('2025-04-10T18:00:00Z')),
    },
  })
  expect(Object.keys(jsonOf(first).views['horario'] ?? {})).toHaveLength(3)
  const again = await ask(first.headers['etag'])
  expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, first.headers['etag']])

  // A change that this view does not show keeps its tag; one that it shows changes it.
  await admin.send(setPublicacion, { campo: 'mostrarJueves', valor: false })
  await app.app.live.hub.settled()
  expect((await ask(first.headers['etag'])).status).toBe(304)
  await admin.send(saveTurno, { selectedRow: 1 })
  await app.app.live.hub.settled()
  const moved = await ask(first.headers['etag'])
  expect([moved.status, moved.headers['etag'] === first.headers['etag']]).toEqual([200, false])
})

test('a tag of the administrator is not valid for the next visitor', async () => {
  await using app = await served()
  const admin = await app.as('admin')
  const ask = (cookie: string | undefined, tag?: string) =>
    fetchRaw(app.origin, { path: RESULTADOS, headers: { cookie, 'if-none-match': tag } })

  const whole = await ask(admin.cookie)
  const visitor = await ask(undefined, whole.headers['etag'])

  expect(visitor.status).toBe(200)
  expect(visitor.headers['etag']).not.toBe(whole.headers['etag'])
  expect(Object.keys(jsonOf(whole).views['resultados?dia=jueves'] ?? {})).toHaveLength(2)
  expect(Object.keys(jsonOf(visitor).views['resultados?dia=jueves'] ?? {})).toEqual(['dia'])
  expect((await ask(admin.cookie, whole.headers['etag'])).status).toBe(304)
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['gzip;q=0', undefined, (body: Buffer) => body],
  [undefined, undefined, (body: Buffer) => body],
])('a client that accepts %s gets %s', async (accept, encoding, unpack) => {
  await using app = await served()
  const plain = await fetchRaw(app.origin, { path: HORARIO })
  const packed = await fetchRaw(app.origin, { path: HORARIO, headers: { 'accept-encoding': accept } })
  expect(packed.headers['content-encoding']).toBe(encoding)
  expect(unpack(packed.body).toString()).toBe(plain.body.toString())
  expect(packed.headers['content-length']).toBe(String(packed.body.length))
})

test.each([SNAPSHOT_PATH, STREAM_PATH])(
  '%s refuses views that do not exist and views that the role may not see',
  async (path) => {
    await using app = await served()
    const usuario = await app.as('usuario')
    const ask = (views: string, cookie?: string) =>
      fetchRaw(app.origin, { path: `${path}?views=${encodeURIComponent(views)}`, headers: { cookie } })
    const many = Array.from({ length: 9 }, (_, index) => `resultados?dia=${index}`).join(',')
    const refusals = [
      [await ask('nada'), 404, 'view.unknown'],
      [await ask(''), 404, 'view.unknown'],
      [await ask('horario?dia=jueves'), 404, 'view.unknown'],
      [await ask('resultados?dia=lunes'), 404, 'view.unknown'],
      [await ask('nada,resultados?dia=lunes'), 404, 'view.unknown'],
      [await ask(many), 404, 'view.unknown'],
      [await ask('mesa'), 401, 'session.required'],
      [await ask('horario,mesa'), 401, 'session.required'],
      [await ask('mesa', usuario.cookie), 403, 'session.forbidden'],
      [await ask('mesa', 'sesion=inventada'), 401, 'session.required'],
    ] as const
    for (const [answer, status, code] of refusals) {
      expect(answer.status).toBe(status)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      })
      expect(JSON.parse(answer.body.toString())).toEqual({ code, message: PROBLEMS[code], fields: {} })
    }
  },
)

test('a snapshot and a stream opened at its revision leave no gap and repeat nothing', async () => {
  await using app = await served()
  const snapshot = jsonOf(await fetchRaw(app.origin, { path: HORARIO }))
  await using stream = await LiveStream.open(app.origin, {
    views: 'horario',
    since: `${snapshot.epoch}~visitante.${snapshot.revision}`,
  })
  await stream.hola()
  const admin = await app.as('admin')
  await admin.send(saveTurno, { selectedRow: 2 })
  expect(Object.keys((await stream.next()).frame.views['horario']?.parts ?? {})).toEqual(['turno'])
  expect(stream.messages).toHaveLength(1)
})

test('a stream says that its connection ends with it, and has no HEAD, which would hold one open and write a body that may not be there', async () => {
  await using app = await served()
  const asked = { method: 'HEAD', path: `${STREAM_PATH}?views=horario` }
  expect((await fetchRaw(app.origin, asked)).status).toBe(404)
  await using stream = await LiveStream.open(app.origin, { views: 'horario' })
  expect(stream.head.headers).toMatchObject({ connection: 'close', 'transfer-encoding': 'chunked' })
  expect(stream.head.headers).not.toHaveProperty('keep-alive')
})

test('a stream tells browsers to keep to https where the public address is https', async () => {
  await using app = await startApp({ env: { PUBLIC_URL: 'https://evento.example' } })
  await using stream = await LiveStream.open(await app.listen(), { views: 'horario' })
  expect(stream.head.headers).toMatchObject({ 'strict-transport-security': 'max-age=31536000' })
})
