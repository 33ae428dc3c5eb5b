import { expect, test } from 'vitest'
import { changePassword, requestReset, resetPassword } from '#contract/acceso.ts'
import { createEnlace } from '#contract/usuarios.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { VISITANTE } from '#domain/actor.ts'
import { acceptSignIn, claimAttempt, type Limit } from '../../src/server/acceso/attempts.ts'
import { transact } from '../../src/server/work.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { cookieOf, enter, PASSWORD, seedCuenta } from '../support/cuentas.ts'

const AT_ONCE = 20
const ROUNDS = 8
/** Expired attempts: the next attempt deletes them. */
const OVER = Array.from({ length: 6 }, (_, index) => ({ bucket: `dir:10.0.0.${index}`, cuenta: 1, hasta: 1 }))

test('attempts that count in the same buckets at the same moment cause no deadlock', async () => {
  await using app = await startApp()
  for (let round = 0; round < ROUNDS; round += 1) {
    await app.deps.db.write((tx) =>
      tx
        .insertInto('intento')
        .values(OVER)
        .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ hasta: 1 }))
        .execute(),
    )
    const tries = Array.from({ length: AT_ONCE }, async (_, index) => {
      const [account, network] = [`u${index % 4}@b.mx`, `10.0.0.${index % 2}`]
      const limits: readonly Limit[] = [
        ['par', `${account}|${network}`],
        ['dir', network],
        ['cuenta', account],
      ]
      await claimAttempt(app.deps, limits)
      await transact(app.deps, { actor: VISITANTE }, (work) => acceptSignIn(work, account, limits))
    })
    // A database that finds two waiting for each other refuses one of them, after a second.
    await expect(Promise.all(tries)).resolves.toHaveLength(AT_ONCE)
  }
})

test('ten wrong passwords from one address refuse further sign-ins of that account from it for fifteen minutes', async () => {
  let now = Date.parse('2025-04-10T12:00:00Z')
  await using app = await startApp({ now: () => now })
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  await seedCuenta(app, { email: 'otra@b.mx', en: ['admin'] })
  const from = '10.0.0.7'
  const statuses: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const tries = Array.from({ length: 3 }, () => enter(app, { email: 'a@b.mx', password: 'no es', from }))
    statuses.push(...(await Promise.all(tries)).map(({ statusCode }) => statusCode))
  }
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(10).fill(401), 429, 429])

  const right = await enter(app, { email: 'A@b.mx ', from, headers: { 'x-forwarded-for': '10.9.9.9' } })
  expect([right.statusCode, right.json().message]).toEqual([429, PROBLEMS['session.tooManyRequests']])
  expect(right.headers['retry-after']).toBe('900')
  expect((await enter(app, { email: 'otra@b.mx', from })).statusCode).toBe(200)
  expect((await enter(app, { email: 'a@b.mx', from: '10.0.0.8' })).statusCode).toBe(200)
  now += 15 * 60_000
  expect((await enter(app, { email: 'a@b.mx', from })).statusCode).toBe(200)
})

test('an account signs in or changes its password at most sixty times in a quarter of an hour, and failed attempts do not count', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  await app.deps.db.write((tx) =>
    tx
      .insertInto('intento')
      .values({ bucket: 'exito:a@b.mx', cuenta: 58, hasta: Date.now() + 60_000 })
      .execute(),
  )
  for (let tries = 0; tries < 3; tries += 1) await enter(app, { email: 'a@b.mx', password: 'no es' })
  const entered = await enter(app, { email: 'a@b.mx' })
  const change = (cookie: string) =>
    app.app.http.inject({
      method: 'PUT',
      url: changePassword.path,
      headers: { cookie },
      payload: { password: 'otra clave' },
    })
  const changed = await change(cookieOf(entered))
  expect([entered.statusCode, changed.statusCode]).toEqual([200, 200])
  const over = [await change(cookieOf(changed)), await enter(app, { email: 'a@b.mx', password: 'otra clave' })]
  expect(over.map(({ statusCode }) => statusCode)).toEqual([429, 429])
})

test('behind a proxy of this machine, the address is the one that the proxy names', async () => {
  await using app = await startApp({ env: { PUBLIC_URL: 'https://evento.example' } })
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const by = (client: string, password: string) =>
    enter(app, { email: 'a@b.mx', password, headers: { 'x-forwarded-for': client } })
  for (let tries = 0; tries < 10; tries += 1) await by('10.0.0.7', 'no es')
  expect((await by('10.0.0.7', PASSWORD)).statusCode).toBe(429)
  expect((await by('10.0.0.8', PASSWORD)).statusCode).toBe(200)
})

test('behind proxies that the operator trusts, the address is the one before them', async () => {
  const env = { PUBLIC_URL: 'https://evento.example', TRUSTED_PROXIES: '10.1.0.0/16' }
  await using app = await startApp({ env })
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const by = (client: string, from: string, password = 'no es') =>
    enter(app, { email: 'a@b.mx', password, from, headers: { 'x-forwarded-for': `6.6.6.6, ${client}, 10.1.2.3` } })
  for (let tries = 0; tries < 10; tries += 1) await by('10.0.0.7', '10.1.0.5')
  expect((await by('10.0.0.7', '10.1.0.5', PASSWORD)).statusCode).toBe(429)
  expect((await by('10.0.0.8', '10.1.0.5', PASSWORD)).statusCode).toBe(200)
  // Loopback is not in the list: what it says of others does not count.
  for (let tries = 0; tries < 10; tries += 1) await by(`10.0.1.${tries}`, '127.0.0.1')
  expect((await by('10.0.2.1', '127.0.0.1', PASSWORD)).statusCode).toBe(429)
})

test('failures from one address do not lock the account for other addresses, even after 120 tries', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const from = '10.0.0.7'
  for (let tries = 0; tries < 120; tries += 1) await enter(app, { email: 'a@b.mx', password: 'no es', from })
  expect((await enter(app, { email: 'a@b.mx', from })).statusCode).toBe(429)
  expect((await enter(app, { email: 'a@b.mx', from: '10.0.0.8' })).statusCode).toBe(200)
})

test('all addresses of one network count as one address', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  for (let tries = 0; tries < 10; tries += 1)
    await enter(app, { email: 'a@b.mx', password: 'no es', from: `2001:db8:0:7:${tries}::${tries}` })
  expect((await enter(app, { email: 'a@b.mx', from: '2001:db8:0:7::ffff' })).statusCode).toBe(429)
  expect((await enter(app, { email: 'a@b.mx', from: '2001:db8:0:8::1' })).statusCode).toBe(200)
})

test.each<[string, (app: TestApp, id: string) => Promise<(index: number) => Promise<number>>]>([
  [
    'sign-ins',
    async (app) => async (index) => (await enter(app, { email: 'a@b.mx', from: `10.0.0.${index}` })).statusCode,
  ],
  [
    'password changes',
    async (app) => {
      const cookie = cookieOf(await enter(app, { email: 'a@b.mx' }))
      const request = {
        method: 'PUT',
        url: changePassword.path,
        headers: { cookie },
        payload: { password: 'otra clave' },
      } as const
      return async () => (await app.app.http.inject(request)).statusCode
    },
  ],
  [
    'new passwords by one link',
    async (app, id) => {
      const { ruta } = await (await app.as('admin')).send(createEnlace, { id })
      const url = resetPassword.path.replace(':token', ruta.slice(ruta.lastIndexOf('/') + 1))
      return async () =>
        (await app.app.http.inject({ method: 'POST', url, payload: { password: 'otra clave' } })).statusCode
    },
  ],
  [
    'requests for a link',
    async (app) => async () =>
      (await app.app.http.inject({ method: 'POST', url: requestReset.path, payload: { email: 'a@b.mx' } })).statusCode,
  ],
])('twenty %s of one account at once: at least one succeeds, and none meets a server error', async (_what, prepare) => {
  await using app = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.mx' } })
  const send = await prepare(app, await seedCuenta(app, { email: 'a@b.mx', en: ['users'] }))
  const statuses = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => send(index)))
  expect(statuses).toContain(200)
  expect(statuses).toContain(429)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})
