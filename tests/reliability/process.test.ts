import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { ENGINE, freshPlace } from '../support/database.ts'
import { refusals } from '../support/refusals.ts'
import { ServerProcess } from '../support/server.ts'
import { LiveStream } from '../support/stream.ts'
import { ask, ResponseReader } from '../support/wire.ts'

const STOP_MS = 10_000

test('SIGTERM: requests under way are finished, streams are asked to reconnect, and the process exits with 0 in time', async () => {
  await using place = await freshPlace()
  const { cookie } = await (async () => {
    await using app = await startApp({ place })
    await seedDia(app, 'jueves', { Salsa: 2 })
    return await app.as('admin')
  })()
  await using server = await ServerProcess.start(place)
  const { origin } = server
  await using stream = await LiveStream.open(origin, { views: 'horario' })
  await using asleep = await LiveStream.open(origin, { views: 'horario' })
  await Promise.all([stream.next(), asleep.next()])
  asleep.pause()
  // A command of which the head has come, and the body not yet: the server says so by asking for it.
  const body = '{"minutosPorCompetidor":7}'
  const headers = {
    cookie,
    expect: '100-continue',
    'content-type': 'application/json',
    'content-length': String(body.length),
  }
  const begun = ask(origin, { method: 'PUT', path: '/api/reloj/minutos', headers })
  const [go] = (await once(begun, 'data')) as [Buffer]
  expect(go.toString()).toMatch(/^HTTP\/1\.1 100 /)

  const stopping = server.kill('SIGTERM')
  expect((await stream.fin()).motivo).toBe('reinicio')
  // While it still answers what began, it accepts no connection: a proxy sends the request to another instance.
  expect(await refuses(origin)).toBe(true)
  const answered: Buffer[] = []
  const reader = new ResponseReader((piece) => answered.push(piece))
  begun.on('data', (bytes: Buffer) => reader.push(bytes))
  begun.write(body)
  await once(begun, 'close')
  expect([reader.head?.status, Buffer.concat(answered).toString()]).toEqual([200, '{}'])

  const late = AbortSignal.timeout(STOP_MS)
  const exit = await Promise.race([stopping, once(late, 'abort')])
  expect(exit).toMatchObject({ code: 0 })
  await using after = await startApp({ place })
  const saved = await after.deps.db.read((tx) => tx.selectFrom('adminMinutoAMinuto').selectAll().executeTakeFirst())
  expect(saved).toMatchObject({ minutosPorCompetidor: 7 })
})

test('a stop does not wait for a connection that a browser opened in advance', async () => {
  const app = await startApp()
  const accepted = once(app.app.http.server, 'connection')
  const socket = connect(Number(new URL(await app.listen()).port), '127.0.0.1')
  const closed = once(socket, 'close')
  await accepted
  const stopping = app[Symbol.asyncDispose]()
  const isClosed = await Promise.race([
    closed.then(() => true),
    once(AbortSignal.timeout(STOP_MS), 'abort').then(() => false),
  ])
  socket.destroy()
  await stopping
  expect(isClosed).toBe(true)
})

function refuses(origin: string): Promise<boolean> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })
}

test('all wrong settings are named at once, in sentences, with exit 1', async () => {
  const settings = {
    PORT: '70000',
    LOG_LEVEL: 'ruidoso',
    EVENT_TIMEZONE: 'Querétaro',
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'evento.example',
    ADMIN_EMAIL: 'amalia@b.mx',
    TLS_KEY: '/no/hay/clave.pem',
  }
  const { code, output } = await ServerProcess.run(settings).exited
  expect(code).toBe(1)
  for (const name of [...Object.keys(settings), 'ADMIN_PASSWORD', 'TLS_CERT']) expect(output).toContain(name)
  expect(output).not.toContain('    at ')
})

test.skipIf(ENGINE !== 'postgres')('DATABASE_URL of a missing database is reported in a sentence', async () => {
  await using place = await freshPlace()
  const url = Object.assign(new URL(place.databaseUrl ?? ''), { pathname: '/no_existe' })
  expect(await refusals({ DATA_DIR: place.dataDir, DATABASE_URL: url.href })).toEqual([
    '  DATABASE_URL: esa base de datos no existe. Créala, o corrige su nombre.',
  ])
})

test('a port that is in use is reported in a sentence, with exit 1', async () => {
  await using place = await freshPlace()
  await using app = await startApp()
  const { port } = new URL(await app.listen())
  const env = { DATA_DIR: place.dataDir, PORT: port, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) }
  const { code, output } = await ServerProcess.run(env).exited
  expect(code).toBe(1)
  expect(output).toContain(`PORT: el puerto ${port} ya está en uso. Usa otro.`)
  expect(output).not.toContain('    at ')
})
