import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { readPaises } from '#contract/paises.ts'
import { startApp } from '../support/app.ts'

const BUNDLED = 250
const HOUR_MS = 60 * 60_000

/** A countries service with a given answer. */
async function service(answer: RequestListener): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3.1/all`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const names = (list: readonly { readonly name: { readonly common: string } }[]): string[] =>
  list.map(({ name }) => name.common)

test('the bundled list has every country once, by its usual name, sorted as in Spanish', async () => {
  await using app = await startApp()
  const list = names(await app.visitor.send(readPaises, {}))
  expect(list).toHaveLength(BUNDLED)
  expect(new Set(list).size).toBe(BUNDLED)
  expect(list.slice(0, 3)).toEqual(['Afganistán', 'Albania', 'Alemania'])
  expect(list.at(-1)).toBe('Zimbabue')
  expect(list.indexOf('Omán') - list.indexOf('Níger')).toBeGreaterThan(0)
  const looked = ['México', 'Arabia Saudita', 'Costa de Marfil', 'Hong Kong', 'Macao', 'Esuatini', 'Estados Unidos']
  expect(list).toEqual(expect.arrayContaining([...looked, 'Islas Åland', 'Palestina', 'Curazao', 'Kosovo']))
  expect(list.filter((name) => /\(|RAE|’/.test(name))).toEqual([])
})

test('the public service is requested once a day, and its names are answered sorted and in the same shape', async () => {
  let now = Date.now()
  const asked = vi.fn()
  await using remote = await service((request, response) => {
    asked(request.url)
    const countries = ['Uruguay', 'Åland', 'Ángola', 'Uruguay'].map((common) => ({ name: { common, official: 'x' } }))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(countries))
  })
  await using app = await startApp({ env: { COUNTRIES_URL: remote.url }, now: () => now })
  const lists = await Promise.all([1, 2, 3].map(() => app.visitor.send(readPaises, {})))
  for (const list of lists) {
    expect(list).toEqual(['Åland', 'Ángola', 'Uruguay'].map((common) => ({ name: { common } })))
  }
  now += 23 * HOUR_MS
  await app.visitor.send(readPaises, {})
  expect(asked.mock.calls).toEqual([['/v3.1/all?fields=name']])
  now += 2 * HOUR_MS
  await app.visitor.send(readPaises, {})
  await expect.poll(() => asked.mock.calls.length).toBe(2)
})

test('the address says which fields are asked for when it names some', async () => {
  const asked: (string | undefined)[] = []
  await using remote = await service((request, response) => {
    asked.push(request.url)
    response.end('[{"name":{"common":"Cuba"}}]')
  })
  for (const query of ['?fields=name,cca2', '?region=america', '?fields=']) {
    await using app = await startApp({ env: { COUNTRIES_URL: `${remote.url}${query}` } })
    await app.visitor.send(readPaises, {})
  }
  expect(asked.map((url) => url?.split('?')[1])).toEqual([
    'fields=name,cca2',
    'region=america&fields=name',
    'fields=name',
  ])
})

test.each<[string, RequestListener]>([
  ['fails', (_request, response) => response.writeHead(503).end('{}')],
  ['answers with a page', (_request, response) => response.end('<html>')],
  ['answers with another shape', (_request, response) => response.end('[{"nombre":"Cuba"}]')],
  ['answers with nothing', (_request, response) => response.end('[]')],
  [
    'answers with more than a list',
    (_request, response) => response.end(`${' '.repeat(3 * 1024 * 1024)}[{"name":{"common":"Narnia"}}]`),
  ],
  ['hangs up', (request) => request.socket.destroy()],
])('when the service %s, the bundled list serves, and the service is asked again later', async (_what, answer) => {
  let now = Date.now()
  let good = false
  await using remote = await service((request, response) => {
    if (good) response.end('[{"name":{"common":"Cuba"}}]')
    else answer(request, response)
  })
  await using app = await startApp({ env: { COUNTRIES_URL: remote.url }, now: () => now })
  const ready = async () => {
    const answer = await app.app.http.inject('/readyz')
    return [answer.statusCode, answer.json()]
  }
  expect(await ready()).toEqual([200, { status: 'ok' }])
  expect(await app.visitor.send(readPaises, {})).toHaveLength(BUNDLED)
  const avisos = [expect.stringMatching(/^El servicio de COUNTRIES_URL/)]
  expect(await ready()).toEqual([200, { status: 'ok', avisos }])
  expect(await app.app.notices()).toEqual(avisos)
  good = true
  expect(await app.visitor.send(readPaises, {})).toHaveLength(BUNDLED)
  now += 6 * 60_000
  await expect.poll(ready).toEqual([200, { status: 'ok' }])
  expect(names(await app.visitor.send(readPaises, {}))).toEqual(['Cuba'])
})

test('the wait for a service that does not answer ends after three seconds', async () => {
  await using remote = await service(() => undefined)
  await using app = await startApp({ env: { COUNTRIES_URL: remote.url } })
  const begun = performance.now()
  expect(await app.visitor.send(readPaises, {})).toHaveLength(BUNDLED)
  const waited = performance.now() - begun
  expect(waited).toBeGreaterThan(2_900)
  expect(waited).toBeLessThan(15_000)
})
