import { expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { cookieOf, enter, seedCuenta } from '../support/cuentas.ts'

/** A press of a button on a page, with what a browser says of where the page came from. */
async function press(app: TestApp, cookie: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const payload = { minutosPorCompetidor: 9 }
  const options = { method: 'PUT', url: '/api/reloj/minutos', payload } as const
  return (await app.app.http.inject({ ...options, headers: { cookie, ...headers } })).statusCode
}

async function signedIn(app: TestApp): Promise<string> {
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  return cookieOf(await enter(app, { email: 'a@b.mx' }))
}

const minutes = async (app: TestApp): Promise<unknown> =>
  app.deps.db.read((tx) => tx.selectFrom('adminMinutoAMinuto').select('minutosPorCompetidor').executeTakeFirst())

const LOCAL = { host: 'localhost:3000' }

const FOREIGN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'another site': { ...LOCAL, origin: 'https://otra.example' },
  'another port of this machine': { ...LOCAL, origin: 'http://localhost:4000' },
  'another name of this machine': { ...LOCAL, origin: 'http://127.0.0.1:3000' },
  'a sandboxed page': { ...LOCAL, origin: 'null' },
  'what is no address': { ...LOCAL, origin: 'localhost:3000' },
  'a page of another site that says no origin': { ...LOCAL, 'sec-fetch-site': 'cross-site' },
  'a page of another site that says ours': {
    ...LOCAL,
    origin: 'http://localhost:3000',
    'sec-fetch-site': 'cross-site',
  },
  'a name that was bound to this machine': { host: 'trampa.example', origin: 'http://trampa.example' },
  'a name that begins like this machine': {
    host: 'localhost.trampa.example',
    origin: 'http://localhost.trampa.example',
  },
}

const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'this page': { ...LOCAL, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
  'this page by number': { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' },
  'this page by the newer number': { host: '[::1]:3000', origin: 'http://[::1]:3000' },
  'a command line': LOCAL,
}

test('without PUBLIC_URL, a press from elsewhere is refused and changes nothing, and one of this machine is accepted', async () => {
  await using app = await startApp()
  const cookie = await signedIn(app)
  for (const [from, headers] of Object.entries(FOREIGN)) expect(await press(app, cookie, headers), from).toBe(403)
  expect(await minutes(app)).toBeUndefined()
  for (const [from, headers] of Object.entries(OWN)) expect(await press(app, cookie, headers), from).toBe(200)
  expect(await minutes(app)).toEqual({ minutosPorCompetidor: 9 })
})

test('PUBLIC_URL is the only origin that is accepted, for any host that the proxy names', async () => {
  await using app = await startApp({ env: { PUBLIC_URL: 'https://evento.example/' } })
  const cookie = await signedIn(app)
  const inner = { host: '127.0.0.1:3000' }
  const foreign = [
    'https://otra.example',
    'http://evento.example',
    'https://evento.example:8443',
    'http://127.0.0.1:3000',
  ]
  for (const origin of foreign) expect(await press(app, cookie, { ...inner, origin }), origin).toBe(403)
  expect(await minutes(app)).toBeUndefined()
  expect(await press(app, cookie, { ...inner, origin: 'https://evento.example' })).toBe(200)
})

test('signing in from another site is refused too, and gives no cookie', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const answer = await enter(app, { email: 'a@b.mx', headers: { origin: 'https://otra.example' } })
  expect([answer.statusCode, answer.json().code, answer.headers['set-cookie']]).toEqual([
    403,
    'origin.refused',
    undefined,
  ])
})
