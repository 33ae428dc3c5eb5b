import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createInscripcion, deleteInscripcion, misInscripciones, updateInscripcion } from '#contract/inscripciones.ts'
import { deleteUsuario, registerUsuario } from '#contract/usuarios.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { sweepOrphans } from '../support/sweep.ts'
import { seedDia } from '../support/builders.ts'
import { cookieOf, enter, whoIs } from '../support/cuentas.ts'
import { freshPlace } from '../support/database.ts'
import { filesIn, readTreeAt, unload } from '../support/evento.ts'
import { aTrack } from '../support/mp3.ts'
import { LiveStream } from '../support/stream.ts'
import { begin, bring, upload } from '../support/tus.ts'
import { anAlta } from '../support/usuarios.ts'

const TRACK = aTrack(3, 7)
/** Less than an instance that was not woken up would take: it looks by itself every five seconds. */
const AT_ONCE_MS = 4_000

/** A user registered and signed in on this instance, with the cookie. */
async function signedIn(app: TestApp): Promise<string> {
  const { email, password } = anAlta()
  return cookieOf(await enter(app, { email, password }))
}

const listen = (app: TestApp, cookie: string, id: string) =>
  app.app.http.inject({ url: `/api/competidores/${id}/musica`, headers: { cookie } })

test('deleting a user ends sessions, streams and uploads at once on every instance', async () => {
  await using place = await freshPlace()
  await using here = await startApp({ place })
  await using there = await startApp({ place })
  const admin = await here.as('admin')
  const { id } = await here.visitor.send(registerUsuario, anAlta())
  const instances = [here, there] as const
  const cookies = [await signedIn(here), await signedIn(there)] as const
  const streams: LiveStream[] = []
  // Each session looks from each instance, at what is everybody's and at what is its own.
  for (const app of instances) {
    const origin = await app.listen()
    for (const cookie of cookies)
      streams.push(await LiveStream.open(origin, { views: `horario,perfil?uid=${id}`, cookie }))
  }
  await Promise.all(streams.map((stream) => stream.next()))
  const sender: Client = { ...here.visitor, cookie: cookies[0] }
  const { path } = await begin(here, sender, TRACK.length)
  await bring(here, sender, path, { bytes: TRACK.subarray(0, 10_000) })

  await admin.send(deleteUsuario, { id })
  const pressed = performance.now()
  const ends = await Promise.all(streams.map((stream) => stream.fin()))
  expect(performance.now() - pressed).toBeLessThan(AT_ONCE_MS)

  expect(ends).toEqual(ends.map(() => ({ motivo: 'sesion', espera: 0 })))
  await Promise.all(streams.map((stream) => stream.ended()))
  const rest = { at: 10_000, bytes: TRACK.subarray(10_000) }
  expect(await bring(here, sender, path, rest)).toMatchObject({ status: 401, code: 'session.required' })
  const { email, password } = anAlta()
  for (const app of instances) {
    for (const cookie of cookies) expect(await whoIs(app, cookie)).toEqual({ role: 'visitante' })
    expect((await enter(app, { email, password })).statusCode).toBe(401)
  }
})

test('the administrator hears, exports with music, changes and deletes the entries of a deleted user', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0, Casino: 0 })
  const [salsa = '', casino = ''] = categorias.map(({ id }) => id)
  const [admin, other] = [await app.as('admin'), await app.as('usuario')]
  const { id } = await app.visitor.send(registerUsuario, anAlta())
  const cookie = await signedIn(app)
  const subida = await upload(app, { ...app.visitor, cookie }, TRACK)
  const answer = await app.app.http.inject({
    method: 'POST',
    url: createInscripcion.path,
    headers: { cookie },
    payload: { nombre: 'Ana y Luis', compania: 'Son', categoriaId: salsa, subida },
  })
  const entrada = answer.json<{ id: string }>().id
  expect((await listen(app, cookie, entrada)).statusCode).toBe(200)

  await admin.send(deleteUsuario, { id })

  const heard = await listen(app, admin.cookie ?? '', entrada)
  expect([heard.statusCode, heard.rawPayload.equals(TRACK)]).toEqual([200, true])
  expect((await listen(app, other.cookie ?? '', entrada)).statusCode).toBe(404)
  expect((await listen(app, cookie, entrada)).statusCode).toBe(401)
  const file = await unload(app)
  const tree = readTreeAt(file)
  const exported = tree.competidores['salsa']?.[entrada]
  expect(exported).toMatchObject({ nombre: 'Ana y Luis', musicaPath: expect.stringMatching(/^musica\/salsa_/) })
  expect(exported).not.toHaveProperty('usuarioId')
  expect(tree.users).not.toHaveProperty(id)
  expect(Object.values(filesIn(join(dirname(file), 'files')))).toEqual([TRACK.toString('base64')])

  // A new user with the same e-mail does not see the entries of the deleted one, and cannot change them.
  await app.visitor.send(registerUsuario, anAlta())
  const headers = { cookie: await signedIn(app) }
  const seen = await app.app.http.inject({ url: '/api/vistas?views=misInscripciones', headers })
  expect([seen.statusCode, seen.body.includes(entrada)]).toEqual([200, false])
  const url = `/api/inscripciones/${entrada}`
  expect((await app.app.http.inject({ method: 'DELETE', url, headers })).statusCode).toBe(404)

  await admin.send(updateInscripcion, { id: entrada, nombre: 'Ana', compania: 'Son', categoriaId: casino })
  expect((await admin.see(misInscripciones))?.inscripciones).toMatchObject([
    { nombre: 'Ana', categoria: 'Casino', duracion: 3 },
  ])
  expect((await listen(app, admin.cookie ?? '', entrada)).rawPayload.equals(TRACK)).toBe(true)
  await admin.send(deleteInscripcion, { id: entrada })
  await sweepOrphans(app)
  expect(await app.deps.files.list('musica')).toEqual([])
})
