import { expect, test } from 'vitest'
import {
  assignJuez,
  createJuez,
  createTokenJuez,
  enterAsJuez,
  readEnlaceJuez,
  renameJuez,
  renewEnlaceJuez,
  saveEscalas,
  setJuezActivo,
} from '#contract/jueces.ts'
import { jueces } from '#contract/views/jueces.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { whoIs } from '../support/cuentas.ts'
import { addJuez, bearer, juezOf, openEnlace } from '../support/jueces.ts'
import { LiveStream } from '../support/stream.ts'

const NOBODY = { role: 'visitante' }

test('a new judge is active, has the whole event, and a link that signs any number of devices in, which act under a new name at once', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { id, token } = await addJuez(admin)
  expect(await juezOf(admin, id)).toEqual({
    tipo: 'juez',
    id,
    nombre: 'Amparo',
    activo: true,
    principal: false,
    dias: null,
    categorias: null,
    enlace: expect.stringMatching(/^[\w-]{43}$/),
    tieneToken: false,
  })
  expect(await app.visitor.send(readEnlaceJuez, { token })).toEqual({ id, nombre: 'Amparo' })

  const cookies: string[] = []
  for (let device = 0; device < 25; device += 1) cookies.push(await openEnlace(app, token))
  for (const cookie of cookies) {
    expect(await whoIs(app, cookie)).toEqual({ role: 'juez', id, nombre: 'Amparo', email: '' })
  }
  await admin.send(renameJuez, { id, nombre: 'Amparo Ruiz' })
  expect(await whoIs(app, cookies[0] ?? '')).toMatchObject({ nombre: 'Amparo Ruiz' })
})

test('two judges cannot share a name, nor names that look the same, and a judge may keep the same name', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { id } = await addJuez(admin, 'Ámparo')
  const other = await addJuez(admin, 'Benny')
  const duplicate = {
    status: 409,
    code: 'juez.duplicate',
    message: 'Ya hay un juez con ese nombre.',
    fields: { nombre: 'Ya hay un juez con ese nombre.' },
  }
  await expect(admin.send(createJuez, { nombre: ' áMPARO ' })).rejects.toMatchObject(duplicate)
  await expect(admin.send(renameJuez, { id: other.id, nombre: 'ámparo' })).rejects.toMatchObject(duplicate)
  await admin.send(renameJuez, { id, nombre: 'ÁMPARO' })
  expect((await juezOf(admin, id)).nombre).toBe('ÁMPARO')
  await addJuez(admin, 'Ana B')
  for (const nombre of ['Ana  B', 'ana\tb', 'Ana\u200b B']) {
    await expect(admin.send(createJuez, { nombre })).rejects.toMatchObject(duplicate)
  }
  for (const nombre of ['  ', '\u200b', '\u2800']) {
    await expect(admin.send(createJuez, { nombre })).rejects.toMatchObject({
      fields: { nombre: 'Escribe el nombre del juez.' },
    })
  }
  await expect(admin.send(createJuez, { nombre: '__proto__' })).rejects.toMatchObject({
    fields: { nombre: 'Ese nombre no se puede usar.' },
  })
  await expect(admin.send(renameJuez, { id: 'nadie', nombre: 'Zoe' })).rejects.toMatchObject({ code: 'juez.missing' })
})

test('a judge is assigned to days, to categories, and back to the whole event, and never to a missing day or category', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'viernes', { Salsa: 0, Casino: 0 })
  const [salsa = '', casino = ''] = categorias.map((categoria) => categoria.id)
  const admin = await app.as('admin')
  const { id } = await addJuez(admin)
  await admin.send(assignJuez, { id, dias: ['sábado', 'jueves'] })
  expect(await juezOf(admin, id)).toMatchObject({ dias: ['jueves', 'sábado'], categorias: null })
  await admin.send(assignJuez, { id, categorias: [casino, salsa] })
  expect(await juezOf(admin, id)).toMatchObject({ dias: null, categorias: [salsa, casino] })

  const unknown = admin.send(assignJuez, { id, categorias: [salsa, 'ninguna'] })
  await expect(unknown).rejects.toMatchObject({ status: 404, code: 'categoria.missing' })
  await expect(admin.send(assignJuez, { id, dias: [] })).rejects.toMatchObject({ code: 'input.invalid' })
  await admin.send(assignJuez, { id })
  expect(await juezOf(admin, id)).toMatchObject({ dias: null, categorias: null })
})

/** A judge with a session, an API token and an open stream of each. */
async function aJuezAtWork(app: TestApp, admin: Client) {
  const juez = await addJuez(admin)
  const cookie = await openEnlace(app, juez.token)
  const { token: api } = await admin.send(createTokenJuez, { id: juez.id })
  const origin = await app.listen()
  const stream = await LiveStream.open(origin, { views: 'horario', cookie })
  const ofApi = await LiveStream.open(origin, { views: 'horario', ...bearer(api) })
  await stream.next()
  await ofApi.next()
  // A command fills the cache of actors.
  expect((await app.app.http.inject({ method: 'POST', url: '/api/jueces', headers: { cookie } })).statusCode).toBe(403)
  return { ...juez, cookie, api, stream, ofApi }
}

const asksToAct = async (app: TestApp, headers: Record<string, string>): Promise<number> =>
  (await app.app.http.inject({ method: 'POST', url: '/api/jueces', headers, payload: { nombre: 'Zoe' } })).statusCode

test('switching a judge off ends sessions, streams and API token; the link works again once the judge is on', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { id, token, cookie, api, stream, ofApi } = await aJuezAtWork(app, admin)

  await admin.send(setJuezActivo, { id, activo: false })

  expect(await stream.fin()).toMatchObject({ motivo: 'sesion' })
  expect(await ofApi.fin()).toMatchObject({ motivo: 'sesion' })
  expect(await asksToAct(app, { cookie })).toBe(401)
  expect(await asksToAct(app, bearer(api).headers)).toBe(401)
  expect(await whoIs(app, cookie)).toEqual(NOBODY)
  expect(await juezOf(admin, id)).toMatchObject({ activo: false, tieneToken: false, enlace: token })
  const dead = {
    status: 410,
    code: 'juez.enlaceInvalid',
    message: 'Este enlace ya no sirve. Pide a la organización el nuevo.',
  }
  await expect(app.visitor.send(enterAsJuez, { token })).rejects.toMatchObject(dead)
  await expect(app.visitor.send(readEnlaceJuez, { token })).rejects.toMatchObject(dead)
  const forToken = admin.send(createTokenJuez, { id })
  await expect(forToken).rejects.toMatchObject({ status: 409, code: 'juez.inactive' })

  await admin.send(setJuezActivo, { id, activo: true })
  expect(await whoIs(app, cookie)).toEqual(NOBODY)
  expect(await whoIs(app, await openEnlace(app, token))).toMatchObject({ id })
})

test('renewing a link ends the old one and the sessions it opened, and leaves the API token', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { id, token, cookie, api, stream } = await aJuezAtWork(app, admin)

  expect(await admin.send(renewEnlaceJuez, { id })).toEqual({})

  expect(await stream.fin()).toMatchObject({ motivo: 'sesion' })
  expect(await asksToAct(app, { cookie })).toBe(401)
  expect(await asksToAct(app, bearer(api).headers)).toBe(403)
  await expect(app.visitor.send(enterAsJuez, { token })).rejects.toMatchObject({ code: 'juez.enlaceInvalid' })
  const { enlace } = await juezOf(admin, id)
  expect(enlace).not.toBe(token)
  expect(await whoIs(app, await openEnlace(app, enlace ?? ''))).toMatchObject({ id })
})

test('an imported judge without a link gets one when switched on', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { id } = await app.as('juez', { activo: 0, enlace: null })
  expect(await juezOf(admin, id)).toMatchObject({ activo: false, enlace: null })
  await admin.send(setJuezActivo, { id, activo: true })
  const { enlace } = await juezOf(admin, id)
  expect(await whoIs(app, await openEnlace(app, enlace ?? ''))).toMatchObject({ id })
})

test('a link opened in a browser with a session ends that session', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { id, token } = await addJuez(admin)
  const cookie = await openEnlace(app, token, admin.cookie)
  expect(await whoIs(app, cookie)).toMatchObject({ id })
  expect(await whoIs(app, admin.cookie ?? '')).toEqual(NOBODY)
})

test('a link opens at most 100 sessions from one network within 15 minutes, and keeps no other judge out', async () => {
  let now = Date.now()
  await using app = await startApp({ now: () => now })
  const admin = await app.as('admin')
  const { id, token } = await addJuez(admin)
  const hasta = now + 60_000
  const counted = { bucket: `juez:${id}|127.0.0.1`, cuenta: 99, hasta }
  await app.deps.db.write((tx) => tx.insertInto('intento').values(counted).execute())
  await openEnlace(app, token)
  await expect(app.visitor.send(enterAsJuez, { token })).rejects.toMatchObject({ code: 'session.tooManyRequests' })
  await openEnlace(app, (await addJuez(admin, 'Benny')).token)
  now = hasta
  await openEnlace(app, token)
})

test('scales are saved per criteria type, and refused field by field', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const escala = { maximo: '10', paso: '0.1' }
  const bad = { showcase: { maximo: 'mucho', paso: '1' }, casino: { maximo: '10', paso: '3' }, general: escala }
  await expect(admin.send(saveEscalas, bad)).rejects.toMatchObject({
    code: 'input.invalid',
    fields: {
      'showcase.maximo': 'Escribe un número con a lo más dos decimales.',
      'casino.paso': 'El paso debe dividir el máximo en partes iguales.',
    },
  })
  expect((await admin.see(jueces))?.escalas.casino).toEqual({ maximo: 1000, paso: 10 })
  await admin.send(saveEscalas, { showcase: escala, casino: { maximo: '20', paso: '0,25' }, general: escala })
  expect((await admin.see(jueces))?.escalas).toEqual({
    showcase: { maximo: 1000, paso: 10 },
    casino: { maximo: 2000, paso: 25 },
    general: { maximo: 1000, paso: 10 },
  })
})
