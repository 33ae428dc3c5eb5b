import { expect, test } from 'vitest'
import { changePassword, readEnlace, resetPassword } from '#contract/acceso.ts'
import { createEnlace, registerUsuario } from '#contract/usuarios.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { cookieOf, enter, PASSWORD, seedCuenta, whoIs } from '../support/cuentas.ts'
import { LiveStream } from '../support/stream.ts'
import { anAlta } from '../support/usuarios.ts'

const MINUTE_MS = 60_000
const NUEVA = 'ocho o más'

async function change(app: TestApp, cookie: string, password: unknown) {
  return app.app.http.inject({ method: 'PUT', url: changePassword.path, headers: { cookie }, payload: { password } })
}

test.each(['users', 'admin'] as const)('a person in %s sets a new password', async (where) => {
  await using app = await startApp()
  const id = await seedCuenta(app, { email: 'a@b.mx', en: [where] })
  const old = cookieOf(await enter(app, { email: 'a@b.mx' }))
  const elsewhere = cookieOf(await enter(app, { email: 'a@b.mx' }))
  const origin = await app.listen()
  await using here = await LiveStream.open(origin, { views: 'horario', cookie: old })
  await using there = await LiveStream.open(origin, { views: 'horario', cookie: elsewhere })
  await Promise.all([here.next(), there.next()])

  const answer = await change(app, old, NUEVA)

  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
  // The other devices are out at once. The streams of this session reconnect: they were opened with the old token.
  expect(await there.fin()).toMatchObject({ motivo: 'sesion' })
  expect(await here.fin()).toMatchObject({ motivo: 'reinicio' })
  expect(await whoIs(app, cookieOf(answer))).toMatchObject({ id })
  expect(await whoIs(app, old)).toEqual({ role: 'visitante' })
  expect(await whoIs(app, elsewhere)).toEqual({ role: 'visitante' })
  expect((await enter(app, { email: 'a@b.mx' })).json().message).toBe('Correo o contraseña incorrectos.')
  expect((await enter(app, { email: 'a@b.mx', password: NUEVA })).json()).toMatchObject({ id })
})

test('an empty, a missing and a short password are refused, and the old one stays', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  const cookie = cookieOf(await enter(app, { email: 'a@b.mx' }))
  for (const [password, sentence] of [
    ['', 'Ambos campos son obligatorios.'],
    [undefined, 'Ambos campos son obligatorios.'],
    ['siete77', 'La contraseña debe tener al menos 8 caracteres.'],
  ]) {
    const answer = await change(app, cookie, password)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { password: sentence }])
  }
  expect((await enter(app, { email: 'a@b.mx', password: PASSWORD })).statusCode).toBe(200)
})

test('a sign-in more than five minutes ago does not allow a new password', async () => {
  let now = Date.now()
  await using app = await startApp({ now: () => now })
  await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  const cookie = cookieOf(await enter(app, { email: 'a@b.mx' }))
  now += 5 * MINUTE_MS
  const inTime = await change(app, cookie, NUEVA)
  expect(inTime.statusCode).toBe(200)
  now += 1
  const late = await change(app, cookieOf(inTime), 'otra clave más')
  expect([late.statusCode, late.json().code, late.json().message]).toEqual([
    403,
    'session.recentLoginRequired',
    'Por seguridad, vuelve a iniciar sesión y luego intenta cambiar la contraseña.',
  ])
  expect((await enter(app, { email: 'a@b.mx', password: NUEVA })).statusCode).toBe(200)
})

const NFC = 'contrase\u00F1\u00E1 larga'
const NFD = NFC.normalize('NFD')

test.each([
  ['registered', async (app: TestApp, password: string) => app.visitor.send(registerUsuario, anAlta({ password }))],
  [
    'changed',
    async (app: TestApp, password: string) => {
      await app.visitor.send(registerUsuario, anAlta())
      const { statusCode } = await change(app, cookieOf(await enter(app, anAlta())), password)
      expect(statusCode).toBe(200)
    },
  ],
  [
    'set with a link',
    async (app: TestApp, password: string) => {
      const id = await app.visitor.send(registerUsuario, anAlta())
      const { ruta } = await (await app.as('admin')).send(createEnlace, id)
      const token = ruta.split('/').at(-1) ?? ''
      expect(await app.visitor.send(readEnlace, { token })).toEqual({ tipo: 'restablecer', email: anAlta().email })
      await app.visitor.send(resetPassword, { token, password })
    },
  ],
] as const)('a password that was %s with accents in one encoding opens in both', async (_how, set) => {
  await using app = await startApp()
  await set(app, NFD)
  for (const password of [NFC, NFD])
    expect((await enter(app, { email: anAlta().email, password })).statusCode).toBe(200)
})

test('links that were made before a password was changed are refused', async () => {
  await using app = await startApp()
  const id = await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  const { ruta } = await (await app.as('admin')).send(createEnlace, { id })
  await change(app, cookieOf(await enter(app, { email: 'a@b.mx' })), NUEVA)
  const token = ruta.slice(ruta.lastIndexOf('/') + 1)
  expect((await app.app.http.inject(`/api/enlaces/${token}`)).statusCode).toBe(410)
})

test('a sign-in with the old password that was under way does not outlive the change', async () => {
  const { promise: changed, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  let armed = false
  await using app = await startApp({
    database: (db) => ({
      ...db,
      read: async (run) => {
        const answer = await db.read(run)
        // The old password is checked against this account.
        if (armed && typeof answer === 'object' && answer !== null && 'cuenta' in answer) {
          armed = false
          hold()
          await changed
        }
        return answer
      },
    }),
  })
  await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  const cookie = cookieOf(await enter(app, { email: 'a@b.mx' }))
  armed = true
  const entering = enter(app, { email: 'a@b.mx' })
  await isHeld
  expect((await change(app, cookie, NUEVA)).statusCode).toBe(200)
  release()
  const answer = await entering
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([401, undefined])
})
