import { expect, test } from 'vitest'
import { signOut } from '#contract/acceso.ts'
import { addImagen } from '#contract/evento.ts'
import { saveMinutos } from '#contract/horario.ts'
import { createSubida } from '#contract/inscripciones.ts'
import { PERSONA_HEADER } from '#contract/sesion.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { enter, seedCuenta } from '../support/cuentas.ts'
import { aPhoto } from '../support/usuarios.ts'

/** A command carries the person whose page sent it. */

const OTHER = {
  status: 403,
  code: 'session.other',
  message: 'En este navegador entró otra persona. Lo que enviaste no se hizo.',
}

const minutes = async (app: TestApp): Promise<unknown> =>
  (await app.deps.db.read((tx) => tx.selectFrom('adminMinutoAMinuto').selectAll().executeTakeFirst()))
    ?.minutosPorCompetidor

const press = (who: Client, minutosPorCompetidor: number, shown?: string) =>
  who.send(saveMinutos, { minutosPorCompetidor }, shown === undefined ? {} : { headers: { [PERSONA_HEADER]: shown } })

test('a command of a page that shows another person, or a visitor, is refused and changes nothing', async () => {
  await using app = await startApp()
  const [admin, other] = [await app.as('admin'), await app.as('admin')]
  for (const shown of [other.id, 'visitante', '']) {
    await expect(press(admin, 9, shown)).rejects.toMatchObject(OTHER)
    expect(await minutes(app)).toBeUndefined()
  }
  await press(admin, 4, admin.id)
  expect(await minutes(app)).toBe(4)
})

test('a command without a person is accepted, as a client without a page sends it', async () => {
  await using app = await startApp()
  await press(await app.as('admin'), 5)
  expect(await minutes(app)).toBe(5)
})

test('a retry that carries the session of the next person is refused, not answered as the first one', async () => {
  await using app = await startApp()
  const [admin, next] = [await app.as('admin'), await app.as('admin')]
  const sending = { key: 'la-misma-clave', headers: { [PERSONA_HEADER]: admin.id } }
  await admin.send(saveMinutos, { minutosPorCompetidor: 6 }, sending)
  await expect(next.send(saveMinutos, { minutosPorCompetidor: 6 }, sending)).rejects.toMatchObject(OTHER)
})

test('the page of an ended session is asked to sign in', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  await admin.send(signOut, {})
  await expect(press(admin, 9, admin.id)).rejects.toMatchObject({ status: 401, code: 'session.required' })
})

test("a sign-out of another person's page ends no session", async () => {
  await using app = await startApp()
  const [admin, other] = [await app.as('admin'), await app.as('admin')]
  await expect(admin.send(signOut, {}, { headers: { [PERSONA_HEADER]: other.id } })).rejects.toMatchObject(OTHER)
  await press(admin, 7, admin.id)
})

test('a sign-in is made as a visitor: the person of the page is not compared', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const user = await app.as('usuario')
  const headers = { cookie: user.cookie ?? '', [PERSONA_HEADER]: 'visitante' }
  expect((await enter(app, { email: 'a@b.mx', headers })).statusCode).toBe(200)
})

test.each([
  [addImagen.path, 'admin', 'POST', { 'content-type': 'image/png' }],
  [createSubida.path, 'usuario', 'POST', { 'tus-resumable': '1.0.0', 'upload-length': '1000' }],
] as const)('an upload to %s carries the person too', async (path, role, method, headers) => {
  await using app = await startApp()
  const [own, other] = [await app.as(role), await app.as(role)]
  const payload = path === addImagen.path ? await aPhoto() : undefined
  const upload = async (shown: string): Promise<number> => {
    const all = { cookie: own.cookie ?? '', ...headers, [PERSONA_HEADER]: shown }
    const url = `${path}?nombre=cartel.png`
    return (await app.app.http.inject({ method, url, headers: all, ...(payload && { payload }) })).statusCode
  }
  expect(await upload(other.id)).toBe(403)
  expect(await upload(own.id)).toBeLessThan(300)
})
