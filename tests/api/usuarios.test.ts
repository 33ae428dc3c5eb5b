import { expect, test } from 'vitest'
import { readEnlace, resetPassword } from '#contract/acceso.ts'
import { createEnlace, deleteUsuario, registerUsuario, savePerfil, setActivo, usuarios } from '#contract/usuarios.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'
import { cookieOf, enter, seedCuenta, whoIs } from '../support/cuentas.ts'
import { LiveStream } from '../support/stream.ts'
import { anAlta, aPhoto, countPeople, keptFiles, stagePhoto } from '../support/usuarios.ts'

const HOUR_MS = 60 * 60_000
const NOBODY = { role: 'visitante' }
const tokenOf = ({ ruta }: { readonly ruta: string }): string => ruta.slice(ruta.lastIndexOf('/') + 1)

test('deleting a user ends their sessions at once; their entries stay with the administrator', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 1 })
  const admin = await app.as('admin')
  const { foto } = await stagePhoto(app, await aPhoto())
  const { id } = await app.visitor.send(registerUsuario, anAlta({ foto }))
  const entry = aCompetidor({ categoriaId: categorias[0]?.id ?? '', usuarioId: id, orden: 2 })
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(entry).execute())
  const { email, password } = anAlta()
  const cookie = cookieOf(await enter(app, { email, password }))
  await enter(app, { email, password })
  await admin.send(createEnlace, { id })

  await admin.send(deleteUsuario, { id })

  expect(await whoIs(app, cookie)).toEqual(NOBODY)
  expect(await countPeople(app)).toEqual({ users: 0, cuenta: 0, sesion: 1, enlace: 0 })
  expect(await keptFiles(app)).toEqual([])
  expect(await admin.see(usuarios)).toEqual([])
  const entries = await app.deps.db.read((tx) => tx.selectFrom('competidores').select(['id', 'usuarioId']).execute())
  expect(entries).toHaveLength(2)
  expect(entries.map(({ usuarioId }) => usuarioId)).toEqual([null, null])
  // The e-mail is free again, and its next user gets nothing of the deleted one.
  const { id: next } = await app.visitor.send(registerUsuario, anAlta())
  expect(next).not.toBe(id)
  await expect(admin.send(deleteUsuario, { id })).rejects.toMatchObject({ status: 404, code: 'usuario.missing' })
})

test("deleting a user whose e-mail is an administrator's leaves the administrator able to sign in", async () => {
  await using app = await startApp()
  const id = await seedCuenta(app, { email: 'ambos@b.mx', en: ['admin', 'users'] })
  const admin = await app.as('admin')
  await expect(admin.send(createEnlace, { id })).rejects.toMatchObject({ status: 409, code: 'usuario.isAdmin' })
  await admin.send(setActivo, { id, activo: false })
  await admin.send(deleteUsuario, { id })
  expect((await enter(app, { email: 'ambos@b.mx' })).json()).toMatchObject({ role: 'admin' })
})

test('user-disabled: disabling an account ends its sessions, and a sign-in gives the reason', async () => {
  await using app = await startApp()
  const id = await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  const admin = await app.as('admin')
  const cookie = cookieOf(await enter(app, { email: 'a@b.mx' }))
  await using stream = await LiveStream.open(await app.listen(), { views: 'horario', cookie })
  await stream.next()

  await admin.send(setActivo, { id, activo: false })

  expect(await stream.fin()).toMatchObject({ motivo: 'sesion' })
  expect(await whoIs(app, cookie)).toEqual(NOBODY)
  const refused = await app.app.http.inject({ method: 'PUT', url: savePerfil.path, headers: { cookie }, payload: {} })
  expect(refused.statusCode).toBe(401)
  const answer = await enter(app, { email: 'a@b.mx' })
  expect([answer.statusCode, answer.json()]).toEqual([
    403,
    { code: 'session.userDisabled', message: 'Esta cuenta está desactivada. Escribe a la organización.', fields: {} },
  ])
  // A client without the right password is not told that the account is disabled.
  expect((await enter(app, { email: 'a@b.mx', password: 'otra cosa' })).json().code).toBe('session.invalidCredential')
  expect(await admin.see(usuarios)).toMatchObject([{ uid: id, desactivado: true }])

  await admin.send(setActivo, { id, activo: true })
  expect((await enter(app, { email: 'a@b.mx' })).statusCode).toBe(200)
  expect(await admin.see(usuarios)).toMatchObject([{ uid: id, desactivado: false }])
})

/** An imported user: a profile without an account. */
async function seedImported(app: TestApp, email: string | null): Promise<string> {
  const row = { uid: 'importada', nombre: 'Zoe', apellido: null, email, emailKey: email, pais: 'Cuba', fotoPath: null }
  await app.deps.db.write((tx) => tx.insertInto('users').values(row).execute())
  return row.uid
}

test('a link of the administrator lets an imported user set a password, once, within two days', async () => {
  let now = Date.now()
  await using app = await startApp({ now: () => now })
  const id = await seedImported(app, 'zoe@b.mx')
  const admin = await app.as('admin')
  const first = await admin.send(createEnlace, { id })
  const second = await admin.send(createEnlace, { id })
  expect(first.ruta).toMatch(/^\/#\/restablecer\/[\w-]{43}$/)
  expect(Date.parse(first.vence) - now).toBe(48 * HOUR_MS)

  now += 47 * HOUR_MS
  // The former link was sent to another person, or got lost.
  const older = app.visitor.send(resetPassword, { token: tokenOf(first), password: 'la de otra persona' })
  await expect(older).rejects.toMatchObject({ status: 410, code: 'enlace.invalid' })
  await app.visitor.send(resetPassword, { token: tokenOf(second), password: 'una clave nueva' })
  expect((await enter(app, { email: 'zoe@b.mx', password: 'una clave nueva' })).json()).toMatchObject({ id })
  for (const enlace of [first, second]) {
    const again = app.visitor.send(resetPassword, { token: tokenOf(enlace), password: 'la de otra persona' })
    await expect(again).rejects.toMatchObject({ status: 410, code: 'enlace.invalid' })
  }
  const late = await admin.send(createEnlace, { id })
  now += 48 * HOUR_MS
  const refused = app.visitor.send(resetPassword, { token: tokenOf(late), password: 'una clave nueva' })
  await expect(refused).rejects.toMatchObject({ code: 'enlace.invalid' })
})

test('a disabled account gets no link, and an earlier link waits until the account is enabled', async () => {
  await using app = await startApp()
  const id = await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  const admin = await app.as('admin')
  const token = tokenOf(await admin.send(createEnlace, { id }))
  await admin.send(setActivo, { id, activo: false })
  await expect(admin.send(createEnlace, { id })).rejects.toMatchObject({ status: 409, code: 'usuario.disabled' })
  const disabled = { status: 403, code: 'session.userDisabled' }
  await expect(app.visitor.send(readEnlace, { token })).rejects.toMatchObject(disabled)
  const refused = app.visitor.send(resetPassword, { token, password: 'una clave nueva' })
  await expect(refused).rejects.toMatchObject(disabled)

  await admin.send(setActivo, { id, activo: true })
  await app.visitor.send(resetPassword, { token, password: 'una clave nueva' })
  expect((await enter(app, { email: 'a@b.mx', password: 'una clave nueva' })).statusCode).toBe(200)
})

test('the stored hash of a link is refused as a link', async () => {
  await using app = await startApp()
  const id = await seedImported(app, 'zoe@b.mx')
  const enlace = await (await app.as('admin')).send(createEnlace, { id }, { key: 'clave-de-prueba' })
  for (const table of ['enlace', 'change_log', 'command_key'] as const) {
    const rows = await app.deps.db.read((tx) => tx.selectFrom(table).selectAll().execute())
    expect(JSON.stringify(rows), table).not.toContain(tokenOf(enlace))
  }
})

test('a user without an e-mail gets no link, and is not disabled', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const id = await seedImported(app, null)
  const withoutEmail = { status: 409, code: 'usuario.withoutEmail' }
  await expect(admin.send(createEnlace, { id })).rejects.toMatchObject(withoutEmail)
  await expect(admin.send(setActivo, { id, activo: false })).rejects.toMatchObject(withoutEmail)
})

test('the list of users follows changes of each user, in the order of their names', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  expect(await admin.see(usuarios)).toEqual([])
  for (const nombre of ['Zoe', 'Ñico', 'Óscar', 'Nora']) {
    await app.visitor.send(registerUsuario, anAlta({ nombre, email: `${nombre}@b.mx` }))
  }
  expect((await admin.see(usuarios))?.map(({ nombre }) => nombre)).toEqual(['Nora', 'Ñico', 'Óscar', 'Zoe'])
})
