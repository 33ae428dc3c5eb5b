import type { LightMyRequestResponse } from 'fastify'
import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashQueue } from '../../src/server/acceso/password.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { enter, seedCuenta } from '../support/cuentas.ts'

const VENUE = '10.0.0.9'

/** The cookie of the known browser that a sign-in sets; it stays after the session. */
function keptOf(answer: LightMyRequestResponse): string {
  return answer.cookies.flatMap(({ name, value }) => (name.includes('conocido') ? [`${name}=${value}`] : [])).join('; ')
}

/** The id that a known browser's cookie carries. */
const browserIn = (cookie: string): string => /conocido=([\w-]+)\./.exec(cookie)?.[1] ?? ''

/** Fills the buckets of failed sign-ins of the venue, of an account, and of both together. */
async function shut(app: TestApp, email: string, tries: Readonly<Record<string, number>> = {}): Promise<void> {
  const hasta = app.deps.now() + 15 * 60_000
  const counts = { [`dir:${VENUE}`]: 300, [`cuenta:${email}`]: 100, [`par:${email}|${VENUE}`]: 10, ...tries }
  const rows = Object.entries(counts).map(([bucket, cuenta]) => ({ bucket, cuenta, hasta }))
  await app.deps.db.write(async (tx) => {
    await tx.deleteFrom('intento').execute()
    await tx.insertInto('intento').values(rows).execute()
  })
}

test('failed sign-ins to every account of a venue do not lock a known browser out', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  await seedCuenta(app, { email: 'otra@b.mx', en: ['users'] })
  const cookie = keptOf(await enter(app, { email: 'A@b.mx', from: VENUE }))
  const others = keptOf(await enter(app, { email: 'otra@b.mx', from: VENUE }))
  await shut(app, 'a@b.mx')

  expect((await enter(app, { email: 'a@b.mx', from: VENUE, headers: { cookie } })).statusCode).toBe(200)
  for (const unknown of ['', others, 'conocido=x', `${cookie}x`])
    expect((await enter(app, { email: 'a@b.mx', from: VENUE, headers: { cookie: unknown } })).statusCode).toBe(429)
})

test('a known browser has a limit of attempts too', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const cookie = keptOf(await enter(app, { email: 'a@b.mx' }))
  await shut(app, 'a@b.mx', { [`conocido:${browserIn(cookie)}`]: 19 })
  const answers = [
    await enter(app, { email: 'a@b.mx', password: 'no es', headers: { cookie } }),
    await enter(app, { email: 'a@b.mx', headers: { cookie } }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 429])
})

test('a copied cookie uses up the attempts of its own browser alone, until that browser signs in', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const copied = keptOf(await enter(app, { email: 'a@b.mx' }))
  const other = keptOf(await enter(app, { email: 'a@b.mx' }))
  const burnt = { [`conocido:${browserIn(copied)}`]: 20 }
  await shut(app, 'a@b.mx', burnt)
  const from = { email: 'a@b.mx', from: VENUE }
  expect((await enter(app, { ...from, headers: { cookie: other } })).statusCode).toBe(200)
  expect((await enter(app, { ...from, headers: { cookie: copied } })).statusCode).toBe(429)

  // The full bucket of its browser does not stop a sign-in that unknown browsers may try too. The new cookie has a bucket of its own.
  const again = await enter(app, { email: 'a@b.mx', from: '10.0.0.8', headers: { cookie: copied } })
  expect(again.statusCode).toBe(429)
  await app.deps.db.write((tx) => tx.deleteFrom('intento').where('bucket', '=', 'cuenta:a@b.mx').execute())
  const renewed = await enter(app, { email: 'a@b.mx', from: '10.0.0.8', headers: { cookie: copied } })
  expect(renewed.statusCode).toBe(200)
  await shut(app, 'a@b.mx', burnt)
  expect((await enter(app, { ...from, headers: { cookie: keptOf(renewed) } })).statusCode).toBe(200)
})

test('a flood of sign-ins from the venue that fills its share of the queue does not keep a known browser of the venue out', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const cookie = keptOf(await enter(app, { email: 'a@b.mx', from: VENUE }))
  const held = Promise.withResolvers<void>()
  const flood: Promise<void>[] = []
  // Those that have their turn do not wait any more.
  for (let index = 0; index < availableParallelism() + 128; index += 1) {
    const share = { account: `${index}`, network: VENUE }
    const one = hashQueue.run(share, { claim: async () => undefined, hash: () => held.promise })
    flood.push(one.catch(() => undefined))
    await nextTurn()
  }

  const unknown = await enter(app, { email: 'a@b.mx', from: VENUE })
  expect([unknown.statusCode, unknown.headers['retry-after']]).toEqual([503, '2'])
  const known = enter(app, { email: 'a@b.mx', from: VENUE, headers: { cookie } })
  const elsewhere = enter(app, { email: 'a@b.mx', from: '10.0.0.8' })
  held.resolve()
  expect([(await known).statusCode, (await elsewhere).statusCode]).toEqual([200, 200])
  await Promise.all(flood)
})

test('the cookie of a known browser is not accepted after thirty days', async () => {
  let now = Date.now()
  await using app = await startApp({ now: () => now })
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const cookie = keptOf(await enter(app, { email: 'a@b.mx' }))
  now += 31 * 24 * 60 * 60_000
  await shut(app, 'a@b.mx')
  expect((await enter(app, { email: 'a@b.mx', from: VENUE, headers: { cookie } })).statusCode).toBe(429)
})

test('after a new password no browser is known any more', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const cookie = keptOf(await enter(app, { email: 'a@b.mx' }))
  await app.deps.db.write((tx) => tx.updateTable('cuenta').set({ hash: 'argon2id$8$1$1$YQ$Yg' }).execute())
  await shut(app, 'a@b.mx')
  expect((await enter(app, { email: 'a@b.mx', from: VENUE, headers: { cookie } })).statusCode).toBe(429)
})

test('the cookie of a known browser names no person, is hidden from scripts, and is set only with the right password', async () => {
  await using app = await startApp({ env: { PUBLIC_URL: 'https://evento.example' } })
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  expect(keptOf(await enter(app, { email: 'a@b.mx', password: 'no es' }))).toBe('')
  const kept = (await enter(app, { email: 'a@b.mx' })).headers['set-cookie']
  expect(kept).toContainEqual(
    expect.stringMatching(
      /^__Host-conocido=[\w-]{36}\.\w+\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/,
    ),
  )
})
