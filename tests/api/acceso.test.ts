import { expect, test } from 'vitest'
import { SESION_PATH } from '#contract/sesion.ts'
import { sweepAcceso } from '../../src/server/acceso/sesiones.ts'
import { startApp } from '../support/app.ts'
import { cookieOf, enter, seedCuenta, whoIs } from '../support/cuentas.ts'
import { freshPlace } from '../support/database.ts'
import { LiveStream } from '../support/stream.ts'

const NOBODY = { role: 'visitante' }
const DAY_MS = 24 * 60 * 60_000

test('a sign-in sets a session cookie that scripts cannot read', async () => {
  await using app = await startApp()
  const id = await seedCuenta(app, { email: 'Amalia@Ejemplo.mx', en: ['admin'] })

  const answer = await enter(app, { email: '  amalia@ejemplo.MX ' })

  const persona = { role: 'admin', id, nombre: 'Amalia', email: 'Amalia@Ejemplo.mx' }
  expect([answer.statusCode, answer.json()]).toEqual([200, persona])
  expect(answer.headers['set-cookie']?.[0]).toMatch(
    /^sesion=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
  )
  expect(await whoIs(app, cookieOf(answer))).toEqual(persona)
  // The stored value is not the cookie.
  const stored = await app.deps.db.read((tx) => tx.selectFrom('sesion').selectAll().execute())
  expect(JSON.stringify(stored)).not.toContain(cookieOf(answer).slice('sesion='.length))
})

test('over https the cookie is sent over https alone', async () => {
  await using app = await startApp({ env: { PUBLIC_URL: 'https://evento.example' } })
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const answer = await enter(app, { email: 'a@b.mx' })
  expect(answer.headers['set-cookie']?.[0]).toMatch(
    /^__Host-sesion=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
  )
  expect(await whoIs(app, cookieOf(answer))).toMatchObject({ role: 'admin' })
  expect(await whoIs(app, cookieOf(answer).replace('__Host-', ''))).toEqual(NOBODY)
})

test('a wrong password and an unknown account get the same answer', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const wrong = await enter(app, { email: 'a@b.mx', password: 'otra cosa' })
  const unknown = await enter(app, { email: 'nadie@b.mx', password: 'otra cosa' })
  expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'session.invalidCredential'])
  expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
  expect(wrong.headers['set-cookie']).toBeUndefined()
})

test('an e-mail in both collections signs in as administrator, and an imported one that no new account may have', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin', 'users'] })
  expect((await enter(app, { email: 'a@b.mx' })).json()).toMatchObject({ role: 'admin' })
  await seedCuenta(app, { email: 'ana(son)@b.mx', en: ['users'] })
  expect((await enter(app, { email: 'ana(son)@b.mx' })).statusCode).toBe(200)
})

test('a sign-in without a profile is refused with a sentence that also tells whether there is any profile', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'perdida@b.mx', en: [] })
  const alone = await enter(app, { email: 'perdida@b.mx' })
  expect([alone.statusCode, alone.json().message]).toEqual([404, 'No hay usuarios registrados.'])
  await seedCuenta(app, { email: 'otra@b.mx', en: ['users'] })
  const lost = await enter(app, { email: 'perdida@b.mx' })
  expect([lost.statusCode, lost.json().message]).toEqual([404, 'Usuario no encontrado en la base de datos.'])
})

test('a person has twenty sessions: one more ends the longest unused, and its open pages', async () => {
  let now = Date.now()
  await using app = await startApp({ now: () => now })
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const open: string[] = []
  for (let sesion = 0; sesion < 20; sesion += 1) {
    open.push(cookieOf(await enter(app, { email: 'a@b.mx' })))
    now += 1_000
  }
  const [oldest = '', second = ''] = open
  await using page = await LiveStream.open(await app.listen(), { views: 'horario', cookie: oldest })
  await page.next()

  const newest = cookieOf(await enter(app, { email: 'a@b.mx' }))

  expect(await page.fin()).toMatchObject({ motivo: 'sesion' })
  expect(await whoIs(app, oldest)).toEqual(NOBODY)
  for (const cookie of [second, newest]) expect(await whoIs(app, cookie)).toMatchObject({ role: 'admin' })
})

test('browsers are told to keep to https when the public address is https', async () => {
  const headerOf = async (env: Readonly<Record<string, string>>, url: string) => {
    await using app = await startApp({ env })
    return (await app.app.http.inject({ url })).headers['strict-transport-security']
  }
  for (const url of ['/', '/api/sesion', '/no-existe', '/api/vistas?views=horario'])
    expect(await headerOf({ PUBLIC_URL: 'https://evento.example' }, url)).toBe('max-age=31536000')
  expect(await headerOf({ PUBLIC_URL: 'http://evento.example' }, '/api/sesion')).toBeUndefined()
})

test('each sign-in begins a new session and ends the session that sent it', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const first = cookieOf(await enter(app, { email: 'a@b.mx' }))
  const second = cookieOf(await enter(app, { email: 'a@b.mx', headers: { cookie: first } }))
  const elsewhere = cookieOf(await enter(app, { email: 'a@b.mx' }))
  expect(new Set([first, second, elsewhere]).size).toBe(3)
  expect(await whoIs(app, first)).toEqual(NOBODY)
  expect(await whoIs(app, second)).toMatchObject({ role: 'admin' })
  expect(await whoIs(app, elsewhere)).toMatchObject({ role: 'admin' })
})

test('signing out ends this session; ending all sessions ends those of the person and no others', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  await seedCuenta(app, { email: 'u@b.mx', en: ['users'] })
  const [one, two, three] = [
    await enter(app, { email: 'a@b.mx' }),
    await enter(app, { email: 'a@b.mx' }),
    await enter(app, { email: 'a@b.mx' }),
  ].map(cookieOf)
  const user = cookieOf(await enter(app, { email: 'u@b.mx' }))
  const leave = (url: string, cookie = '') => app.app.http.inject({ method: 'DELETE', url, headers: { cookie } })

  const out = await leave(SESION_PATH, one)
  expect(out.headers['set-cookie']).toMatch(/^sesion=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/)
  expect(await whoIs(app, one ?? '')).toEqual(NOBODY)
  expect(await whoIs(app, two ?? '')).toMatchObject({ role: 'admin' })
  await leave('/api/sesiones', two)
  expect(await whoIs(app, two ?? '')).toEqual(NOBODY)
  expect(await whoIs(app, three ?? '')).toEqual(NOBODY)
  expect(await whoIs(app, user)).toMatchObject({ role: 'usuario' })
})

test('a session continues after a restart of the server', async () => {
  await using place = await freshPlace()
  const before = await startApp({ place })
  await seedCuenta(before, { email: 'a@b.mx', en: ['admin'] })
  const cookie = cookieOf(await enter(before, { email: 'a@b.mx' }))
  await before[Symbol.asyncDispose]()
  await using after = await startApp({ place })
  expect(await whoIs(after, cookie)).toMatchObject({ role: 'admin' })
})

test('a session ends after a week without use, or after a month', async () => {
  const born = Date.parse('2025-04-01T12:00:00Z')
  let now = born
  await using app = await startApp({ now: () => now })
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const [used, unused] = [
    cookieOf(await enter(app, { email: 'a@b.mx' })),
    cookieOf(await enter(app, { email: 'a@b.mx' })),
  ]
  const seen = async () => {
    const vistas = await app.deps.db.read((tx) => tx.selectFrom('sesion').select('vista').orderBy('vista').execute())
    return Number(vistas.at(-1)?.vista)
  }
  for (let day = 6; day <= 30; day += 6) {
    now = born + day * DAY_MS
    expect(await whoIs(app, used), `day ${day}`).toMatchObject({ role: 'admin' })
    await expect.poll(seen).toBe(now)
    if (day >= 12) expect(await whoIs(app, unused), `day ${day}, unused`).toEqual(NOBODY)
  }
  now = born + 30 * DAY_MS + 1
  expect(await whoIs(app, used)).toEqual(NOBODY)
})

test('a session ends with its account', async () => {
  await using app = await startApp()
  const id = await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const cookie = cookieOf(await enter(app, { email: 'a@b.mx' }))
  await app.deps.db.write((tx) => tx.deleteFrom('admin').where('id', '=', id).execute())
  expect(await whoIs(app, cookie)).toEqual(NOBODY)
})

test('expired attempts, links and sessions are deleted', async () => {
  let now = Date.now()
  await using app = await startApp({ now: () => now })
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const idle = cookieOf(await enter(app, { email: 'a@b.mx' }))
  await enter(app, { email: 'nadie@b.mx', password: 'otra cosa' })
  const link = { tokenHash: 'x', tipo: 'restablecer', cuentaId: null } as const
  await app.deps.db.write((tx) =>
    tx
      .insertInto('enlace')
      .values({ ...link, vence: now + DAY_MS })
      .execute(),
  )
  now += 8 * DAY_MS
  const fresh = cookieOf(await enter(app, { email: 'a@b.mx' }))
  await sweepAcceso(app.deps)

  expect(await whoIs(app, idle)).toEqual(NOBODY)
  expect(await whoIs(app, fresh)).toMatchObject({ role: 'admin' })
  const left = await app.deps.db.read(async (tx) => ({
    sesion: await tx.selectFrom('sesion').select('creada').execute(),
    enlace: await tx.selectFrom('enlace').select('vence').execute(),
    intento: await tx.selectFrom('intento').select('bucket').where('bucket', 'like', '%nadie%').execute(),
  }))
  expect(left).toEqual({ sesion: [{ creada: now }], enlace: [], intento: [] })
})
