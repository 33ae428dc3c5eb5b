import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { SESION_PATH } from '#contract/sesion.ts'
import type { TestApp } from '../support/app.ts'
import { cookieOf, enter, PASSWORD, seedCuenta } from '../support/cuentas.ts'
import { startPair } from '../support/pair.ts'

const statuses = async (tries: readonly (() => ReturnType<typeof enter>)[]): Promise<number[]> => {
  const answers: number[] = []
  for (const attempt of tries) answers.push((await attempt()).statusCode)
  return answers
}

test('wrong passwords count over all instances: a client that changes the instance gets no more attempts', async () => {
  await using two = await startPair()
  const { here, there } = two
  await seedCuenta(here, { email: 'a@b.mx', en: ['admin'] })
  const from = '10.0.0.7'
  const wrong = Array.from(
    { length: 12 },
    (_, index) => () => enter(index % 2 ? there : here, { email: 'a@b.mx', password: 'no es', from }),
  )
  expect(await statuses(wrong)).toEqual([...Array<number>(10).fill(401), 429, 429])
  for (const app of [here, there]) expect((await enter(app, { email: 'a@b.mx', from })).statusCode).toBe(429)
  expect((await enter(there, { email: 'a@b.mx', from: '10.0.0.8' })).statusCode).toBe(200)
})

test('a known browser of one instance is known to another, and its failures count on both', async () => {
  await using two = await startPair()
  const { here, there } = two
  await seedCuenta(here, { email: 'a@b.mx', en: ['admin'] })
  const signedIn = await enter(here, { email: 'a@b.mx' })
  const known = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const from = '10.0.0.7'
  const wrong = (app: TestApp, headers = {}) => enter(app, { email: 'a@b.mx', password: 'no es', from, headers })
  for (let tries = 0; tries < 10; tries += 1) await wrong(here)
  // The bucket of its network is full: the known browser has its own, twenty tries over both instances.
  for (let tries = 0; tries < 20; tries += 1)
    expect((await wrong(tries % 2 ? there : here, { cookie: known })).statusCode).toBe(401)
  expect((await wrong(there, { cookie: known })).statusCode).toBe(429)
  expect((await enter(here, { email: 'a@b.mx', from, headers: { cookie: known } })).statusCode).toBe(429)
  expect(cookieOf(signedIn)).not.toBe('')
})

/** A reverse proxy that appends the address of its client to `X-Forwarded-For`, and asks its targets in turn. */
async function proxyTo(ports: readonly number[], address: string) {
  let turn = 0
  const server = createServer((asked, answer) => {
    turn += 1
    const before = asked.headers['x-forwarded-for']
    const forwarded = [...(before === undefined ? [] : [String(before)]), asked.socket.remoteAddress].join(', ')
    const passed = request(
      {
        host: '127.0.0.1',
        port: ports[turn % ports.length] ?? 0,
        localAddress: address,
        method: asked.method ?? '',
        path: asked.url ?? '',
        headers: { ...asked.headers, 'x-forwarded-for': forwarded },
      },
      (came) => came.pipe(answer.writeHead(came.statusCode ?? 0, came.headers)),
    )
    asked.pipe(passed)
  }).listen(0, '0.0.0.0')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A person at an address of this machine signs in through the outer proxy. Returns the status. */
async function signIn(port: number, from: string, password: string, forged?: string): Promise<number> {
  const body = JSON.stringify({ email: 'a@b.mx', password })
  const sent = request({
    host: '127.0.0.1',
    port,
    localAddress: from,
    method: 'POST',
    path: SESION_PATH,
    headers: { 'content-type': 'application/json', ...(forged !== undefined && { 'x-forwarded-for': forged }) },
  }).end(body)
  const [answer] = await once(sent, 'response')
  await text(answer)
  return answer.statusCode
}

test.skipIf(process.platform !== 'linux')(
  'behind two proxies in a row and two instances, the address of the person counts, and no header that the person sends',
  async () => {
    await using two = await startPair({
      env: { PUBLIC_URL: 'https://evento.example', TRUSTED_PROXIES: '127.0.0.2, 127.0.0.3' },
    })
    const { here, there } = two
    await seedCuenta(here, { email: 'a@b.mx', en: ['admin'] })
    const ports = [await here.listen(), await there.listen()].map((url) => Number(new URL(url).port))
    const inner = await proxyTo(ports, '127.0.0.3')
    const outer = await proxyTo([inner.port], '127.0.0.2')
    try {
      // Another address in the header each time, also those of the proxies: it stays one person.
      const forged = Array.from({ length: 10 }, (_, index) => (index % 2 ? `10.9.9.${index}` : '127.0.0.2, 127.0.0.3'))
      for (const header of forged) expect(await signIn(outer.port, '127.0.1.7', 'no es', header)).toBe(401)
      expect(await signIn(outer.port, '127.0.1.7', PASSWORD, '10.9.9.99')).toBe(429)
      expect(await signIn(outer.port, '127.0.1.7', PASSWORD)).toBe(429)
      // A neighbour is not locked out, also when the first person claims that address.
      expect(await signIn(outer.port, '127.0.1.7', 'no es', '127.0.1.8')).toBe(429)
      expect(await signIn(outer.port, '127.0.1.8', PASSWORD)).toBe(200)
    } finally {
      outer.close()
      inner.close()
    }
  },
)
