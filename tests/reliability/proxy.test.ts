import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { setPublicacion } from '#contract/horario.ts'
import { startApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { findNginx, SITE, startNginx } from '../support/nginx.ts'
import { freePorts } from '../support/port.ts'

const binary = findNginx()

/**
 * nginx with the files of `deploy` in front of these instances, or of one that answers with the headers that it gets, and not at all
 * where the address says `broken`.
 */
async function proxied(...ports: readonly number[]) {
  const instance = createServer((asked, answer) =>
    asked.url?.includes('broken') ? asked.socket.destroy() : answer.end(JSON.stringify(asked.headers)),
  ).listen(0, '127.0.0.1')
  await once(instance, 'listening')
  const nginx = await startNginx(binary ?? '', ports.length > 0 ? ports : [(instance.address() as AddressInfo).port])
  const open = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const sent = request({
      host: '127.0.0.1',
      port: nginx.port,
      servername: SITE,
      ca: nginx.ca,
      path,
      headers,
      agent: false,
    })
    const [answer]: IncomingMessage[] = await once(sent.end(), 'response')
    if (!answer) throw new Error('No answer.')
    return answer
  }
  const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await open(path, headers)
    const text: string = (await answer.toArray()).join('')
    return { status: Number(answer.statusCode), text }
  }
  const answers = () =>
    ask('/').then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(answers, { timeout: 10_000 }).toBe(200)
  return {
    ask,
    logged: nginx.logged,
    /** Resolves with the status of an answer that may not end. */
    open: async (path: string) => Number((await open(path, { host: SITE })).statusCode),
    [Symbol.asyncDispose]: async () => {
      await nginx[Symbol.asyncDispose]()
      instance.closeAllConnections()
      instance.close()
    },
  }
}

test.skipIf(!binary)(
  'behind nginx no client chooses its own address, also one in the range of TRUSTED_PROXIES',
  async () => {
    await using proxy = await proxied()
    const { text } = await proxy.ask('/', { host: SITE, 'x-forwarded-for': '203.0.113.9' })
    const headers: IncomingHttpHeaders = JSON.parse(text)
    expect(headers).toMatchObject({ host: SITE, 'x-forwarded-for': '127.0.0.1' })
  },
)

test.skipIf(!binary)('nginx hides the metrics, for any spelling of their path', async () => {
  await using proxy = await proxied()
  for (const path of ['/metrics', '/metrics?a', '//metrics', '/%6Detrics', '/api/../metrics', '/x/..%2fmetrics'])
    expect([path, (await proxy.ask(path, { host: SITE })).status]).toEqual([path, 404])
})

test.skipIf(!binary)(
  'the link of a screen does not reach the log of nginx, also when the instance breaks off',
  async () => {
    await using proxy = await proxied()
    const addresses = [
      '/api/live?views=pantalla',
      '/api/vistas?views=pantalla',
      '/api/pantalla/reporte?',
      '/api/pantalla/musica/e1?',
      '/api/otra?',
    ]
    for (const [place, path] of addresses.entries())
      expect((await proxy.ask(`${path}%3Fenlace%3Dsecreto${place}&broken`, { host: SITE })).status).toBe(502)
    await expect.poll(proxy.logged).toContain('secreto4')
    expect(proxy.logged()).not.toMatch(/secreto[0-3]/)
  },
)

test.skipIf(!binary)(
  'an instance that is back gets every stream, although no request to it has ended since',
  async () => {
    const [one = 0, other = 0] = await freePorts(2)
    /** An instance whose answers never end, except that of `/`. */
    const serve = async (port: number) => {
      const server = createServer(({ url }, answer) => (url === '/' ? answer.end() : answer.writeHead(200).write(' ')))
      await once(server.listen(port, '127.0.0.1'), 'listening')
      return async () => {
        server.closeAllConnections()
        await once(server.close(), 'close')
      }
    }
    const stopOther = await serve(other)
    await using proxy = await proxied(one, other)
    expect(await Promise.all([proxy.open('/api/live'), proxy.open('/api/live')])).toEqual([200, 200])
    const stopOne = await serve(one)
    await stopOther()
    const statuses = await Promise.all(Array.from({ length: 10 }, () => proxy.open('/api/live')))
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
    await stopOne()
  },
)

test.skipIf(!binary)(
  'nginx answers a crowd at a public address by itself, and has no hidden results two seconds after they were hidden',
  async () => {
    await using app = await startApp()
    const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana'] })
    await seedCalificacion(app, competidores[0]?.id ?? '', 'Amparo', '51.05')
    const admin = await app.as('admin')
    await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
    const { port } = new URL(await app.listen())
    let reached = 0
    app.app.http.server.on('request', ({ url = '' }) => (reached += url.startsWith('/publico/') ? 1 : 0))
    await using proxy = await proxied(Number(port))
    // A cookie changes nothing: neither the answer nor whose it is.
    const ask = () => proxy.ask('/publico/resultados', { host: SITE, cookie: admin.cookie ?? '' })
    for (let batch = 0; batch < 5; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, ask))
      for (const { status, text } of answers) expect([status, text.includes('5105')]).toEqual([200, true])
    }
    expect(reached).toBeGreaterThan(0)
    expect(reached).toBeLessThan(50)

    await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: false })
    const hidden = Date.now()
    await expect.poll(async () => (await ask()) && Date.now() - hidden, { interval: 20 }).toBeGreaterThan(2_000)
    expect((await ask()).text).not.toContain('5105')
  },
)
