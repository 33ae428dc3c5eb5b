import { expect, test } from 'vitest'
import { readEnlace, resetPassword, setupAdmin } from '#contract/acceso.ts'
import { createEnlace } from '#contract/usuarios.ts'
import { ensureAdmin, setupLink } from '../../src/server/acceso/enlaces.ts'
import { insertEnlace } from '../../src/server/acceso/store.ts'
import { hashToken, newToken } from '../../src/server/acceso/sesiones.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { cookieOf, enter, PASSWORD, seedCuenta, whoIs } from '../support/cuentas.ts'

const AMALIA = { nombre: 'Amalia', email: 'amalia@b.mx', password: 'una clave larga' }
const USED = { status: 410, code: 'enlace.invalid' }

async function setupToken(app: TestApp): Promise<string> {
  const [, token = ''] =
    /^http:\/\/localhost:\d+\/#\/configurar\/([\w-]{43})$/.exec((await setupLink(app.deps)) ?? '') ?? []
  return token
}

async function admins(app: TestApp): Promise<unknown[]> {
  return app.deps.db.read((tx) => tx.selectFrom('admin').select(['nombre', 'email']).execute())
}

test('the setup link makes the first administrator once, and then there is no setup link', async () => {
  await using app = await startApp()
  const token = await setupToken(app)
  expect(await app.visitor.send(readEnlace, { token })).toEqual({ tipo: 'configurar' })

  await app.visitor.send(setupAdmin, { token, ...AMALIA }, { key: 'una-pulsacion' })
  // The answer was lost on its way, and the browser asks again.
  await app.visitor.send(setupAdmin, { token, ...AMALIA }, { key: 'una-pulsacion' })

  expect(await admins(app)).toEqual([{ nombre: 'Amalia', email: 'amalia@b.mx' }])
  expect((await enter(app, AMALIA)).json()).toMatchObject({ role: 'admin' })
  await expect(app.visitor.send(setupAdmin, { token, ...AMALIA, email: 'otro@b.mx' })).rejects.toMatchObject(USED)
  await expect(app.visitor.send(readEnlace, { token })).rejects.toMatchObject(USED)
  expect(await setupLink(app.deps)).toBeNull()
})

test('of two people who use the setup link at once, one becomes administrator', async () => {
  await using app = await startApp()
  const token = await setupToken(app)
  const tries = ['uno@b.mx', 'dos@b.mx'].map((email) => app.visitor.send(setupAdmin, { token, ...AMALIA, email }))
  const settled = await Promise.allSettled(tries)
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: USED })
  expect(await admins(app)).toHaveLength(1)
})

test('a setup link ends when a newer one is made, and expires after a day', async () => {
  let now = Date.parse('2025-04-10T12:00:00Z')
  await using app = await startApp({ now: () => now })
  const older = await setupToken(app)
  const newer = await setupToken(app)
  await expect(app.visitor.send(setupAdmin, { token: older, ...AMALIA })).rejects.toMatchObject(USED)
  now += 24 * 60 * 60_000
  await expect(app.visitor.send(setupAdmin, { token: newer, ...AMALIA })).rejects.toMatchObject(USED)
  expect(await admins(app)).toEqual([])
})

test('a setup link is refused once there is an administrator', async () => {
  await using app = await startApp()
  const token = await setupToken(app)
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  await expect(app.visitor.send(readEnlace, { token })).rejects.toMatchObject(USED)
  await expect(app.visitor.send(setupAdmin, { token, ...AMALIA })).rejects.toMatchObject(USED)
  expect(await admins(app)).toHaveLength(1)
})

test('a reset link changes the password once, ends the open sessions, and makes no administrator', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'u@b.mx', en: ['users'] })
  const open = cookieOf(await enter(app, { email: 'u@b.mx' }))
  const token = newToken()
  await app.deps.db.write(async (tx) => {
    const { id } = await tx.selectFrom('cuenta').select('id').executeTakeFirstOrThrow()
    const vence = app.deps.now() + 60_000
    await insertEnlace(tx, { tokenHash: hashToken(token), tipo: 'restablecer', cuentaId: id, vence })
  })

  await expect(app.visitor.send(setupAdmin, { token, ...AMALIA })).rejects.toMatchObject(USED)
  await app.visitor.send(resetPassword, { token, password: 'otra clave larga' }, { key: 'una-pulsacion' })
  await app.visitor.send(resetPassword, { token, password: 'otra clave larga' }, { key: 'una-pulsacion' })

  expect(await whoIs(app, open)).toEqual({ role: 'visitante' })
  expect((await enter(app, { email: 'u@b.mx', password: PASSWORD })).statusCode).toBe(401)
  expect((await enter(app, { email: 'u@b.mx', password: 'otra clave larga' })).statusCode).toBe(200)
  await expect(app.visitor.send(resetPassword, { token, password: 'y otra más larga' })).rejects.toMatchObject(USED)
  expect(await admins(app)).toEqual([])
})

const SETTINGS = { ADMIN_EMAIL: 'Amalia@B.mx', ADMIN_PASSWORD: 'la de los ajustes', ADMIN_NOMBRE: 'Amalia' }
const SET = { email: 'amalia@b.mx', password: 'la de los ajustes' }

test('the settings make the administrator, and later starts change nothing of the account', async () => {
  await using app = await startApp({ env: SETTINGS })
  await Promise.all([ensureAdmin(app.deps), ensureAdmin(app.deps)])
  expect((await enter(app, SET)).json()).toMatchObject({ role: 'admin', nombre: 'Amalia', email: 'Amalia@B.mx' })
  expect(await admins(app)).toHaveLength(1)

  const revision = () => app.deps.db.read((tx) => tx.selectFrom('revision').select('revision').executeTakeFirst())
  const before = await revision()
  const deps = { ...app.deps, env: { ...app.deps.env, admin: { ...SET, password: 'una distinta', nombre: 'Otra' } } }
  await ensureAdmin(deps)
  expect(await revision()).toEqual(before)
  expect((await enter(app, SET)).statusCode).toBe(200)
  expect((await enter(app, { ...SET, password: 'una distinta' })).statusCode).toBe(401)
})

test('the password of the settings and of the setup link is accepted in every encoding of its accents', async () => {
  const password = 'contrase\u00F1\u00E1 larga'
  const typed = password.normalize('NFD')
  await using app = await startApp({ env: { ...SETTINGS, ADMIN_PASSWORD: typed } })
  await ensureAdmin(app.deps)
  expect((await enter(app, { ...SET, password })).statusCode).toBe(200)
  await using other = await startApp()
  await other.visitor.send(setupAdmin, { token: await setupToken(other), ...AMALIA, password: typed })
  expect((await enter(other, { ...AMALIA, password })).statusCode).toBe(200)
})

test('an imported administrator gets the password of the settings, and keeps the name', async () => {
  await using app = await startApp({ env: SETTINGS })
  const row = { id: 'importada', email: 'amalia@b.mx', emailKey: 'amalia@b.mx', nombre: 'Amalia Pérez' }
  await app.deps.db.write((tx) => tx.insertInto('admin').values(row).execute())
  await ensureAdmin(app.deps)
  expect((await enter(app, SET)).json()).toEqual({
    role: 'admin',
    id: 'importada',
    nombre: 'Amalia Pérez',
    email: 'amalia@b.mx',
  })
})

test('a link for a user is refused once the e-mail is that of an administrator', async () => {
  await using app = await startApp({ env: SETTINGS })
  const id = await seedCuenta(app, { email: SET.email, en: ['users'] })
  const { ruta } = await (await app.as('admin')).send(createEnlace, { id })
  await ensureAdmin(app.deps)

  const token = ruta.slice('/#/restablecer/'.length)
  await expect(app.visitor.send(resetPassword, { token, password: 'otra clave larga' })).rejects.toMatchObject(USED)
  expect((await enter(app, SET)).json()).toMatchObject({ role: 'admin' })
})

test('a user’s session ends once the e-mail belongs to an administrator, and cannot set the administrator’s password', async () => {
  await using app = await startApp({ env: SETTINGS })
  await seedCuenta(app, { email: SET.email, en: ['users'] })
  const open = cookieOf(await enter(app, { email: SET.email }))
  await ensureAdmin(app.deps)
  expect(await whoIs(app, open)).toEqual({ role: 'visitante' })
  expect((await enter(app, SET)).json()).toMatchObject({ role: 'admin' })
})
