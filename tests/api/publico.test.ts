import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPublicacion } from '#contract/horario.ts'
import type { Snapshot } from '#contract/live.ts'
import { PUBLICAS } from '#contract/views/publicas.ts'
import { ROLES } from '#domain/role.ts'
import { readEnv } from '../../src/server/env.ts'
import { views } from '../../src/server/registry.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await startApp()
  const jueves = await seedDia(app, 'jueves', { 'Rueda de Casino': ['Ana y Luis', 'Bea'] })
  const sabado = await seedDia(app, 'sábado', { Salsa: ['Eva'] })
  await seedCalificacion(app, jueves.competidores[0]?.id ?? '', 'Amparo', '51.05')
  await seedCalificacion(app, sabado.competidores[0]?.id ?? '', 'Amparo', '77.70')
  admin = await app.as('admin')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  await admin.send(setPublicacion, { campo: 'mostrarSabado', valor: false })
})
afterAll(() => app[Symbol.asyncDispose]())

const ask = (url: string, headers: Record<string, string> = {}) => app.app.http.inject({ url, headers })
const DETALLE = 'detalle?dia=jueves&categoria=rueda+de+casino&nombre=Ana+y+Luis'

test('everybody gets the bytes of a visitor: no cookie or token is read, and none is set', async () => {
  const juez = await app.as('juez')
  const persons = [undefined, admin.cookie, (await app.as('usuario')).cookie, juez.cookie, 'sesion=vencida']
  for (const vista of ['portada', 'horario', 'resultados', 'resultados?dia=jueves', DETALLE]) {
    const answers = [
      ...(await Promise.all(persons.map((cookie) => ask(`/publico/${vista}`, cookie ? { cookie } : {})))),
      await ask(`/publico/${vista}`, { authorization: 'Bearer no-existe' }),
    ]
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    for (const { headers, body } of answers) {
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers.vary).toBe('Accept-Encoding')
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(body).not.toContain('7770')
    }
  }
  const { views } = (await ask('/publico/resultados')).json<Snapshot>()
  expect(Object.keys(views).toSorted()).toEqual([
    'portada',
    'resultados?dia=jueves',
    'resultados?dia=s%C3%A1bado',
    'resultados?dia=viernes',
  ])
  expect(JSON.stringify(views)).toContain('5105')
  const { body } = await ask(`/publico/${DETALLE}`)
  expect(body).toContain('51.05')
  expect(body).not.toContain('"competidorId":"')
})

test('a cache may answer for less than two seconds, and then has to ask again', async () => {
  const { headers } = await ask('/publico/resultados')
  const control = String(headers['cache-control']).split(', ')
  expect(control).toContain('public')
  expect(control).toContain('must-revalidate')
  expect(Number(/max-age=(\d+)/.exec(control.join())?.[1])).toBeLessThan(2)
  expect(control.join()).not.toMatch(/stale|s-maxage/)

  const etag = String(headers.etag)
  for (const known of [etag, `W/${etag}`, `"otra", ${etag}`]) {
    const again = await ask('/publico/resultados', { 'if-none-match': known })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect(again.headers['cache-control']).toBe(headers['cache-control'])
    expect(again.headers.vary).toBe('Accept-Encoding')
  }
})

test('hidden results are not in the next answer, and the former answer is no longer current', async () => {
  const before = await ask('/publico/resultados?dia=jueves')
  expect(before.body).toContain('5105')
  const [detail = ''] = Object.keys((await ask(`/publico/${DETALLE}`)).json<Snapshot>().views)
  await admin.send(setPublicacion, { campo: 'mostrarJueves', valor: false })
  const etag = String(before.headers.etag)
  const urls = ['/publico/resultados?dia=jueves', '/publico/resultados', `/publico/${DETALLE}`, `/publico/${detail}`]
  const answers = await Promise.all(urls.map((url) => ask(url, { 'if-none-match': etag })))
  // By names, a hidden entry is answered as one that does not exist.
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 200])
  for (const { body } of answers) expect(body).not.toMatch(/5105|51\.05/)
  await admin.send(setPublicacion, { campo: 'mostrarJueves', valor: true })
  expect((await ask('/publico/resultados?dia=jueves')).headers.etag).toBe(etag)
})

test('an answer is compressed as the client accepts it', async () => {
  const { rawPayload } = await ask('/publico/resultados')
  const br = await ask('/publico/resultados', { 'accept-encoding': 'gzip, br' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload)).toEqual(rawPayload)
  const gzip = await ask('/publico/resultados', { 'accept-encoding': 'gzip' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload)).toEqual(rawPayload)
})

test.each([
  ['/publico/Portada', '/publico/portada'],
  ['/publico/inicio', '/publico/portada'],
  ['/publico/minuto-a-minuto', '/publico/horario'],
  ['/publico/calificaciones?dia=JUEVES', '/publico/resultados?dia=jueves'],
  ['/publico/resultados?dia=sabado', '/publico/resultados?dia=s%C3%A1bado'],
  ['/publico/resultados%3Fdia%3Djueves', '/publico/resultados?dia=jueves'],
  [
    '/publico/calificaciones-detalle?dia=jueves&categoria=rueda%20de%20casino&nombre=Ana%20y%20Luis',
    `/publico/${DETALLE}`,
  ],
])('%s is %s', async (url, same) => {
  const [one, other] = await Promise.all([ask(url), ask(same)])
  expect([one.statusCode, one.body]).toEqual([200, other.body])
})

test.each([
  'control',
  'mesa',
  'usuarios',
  'constructor',
  '__proto__',
  'resultados?dia=lunes',
  'detalle',
  'detalle?dia=jueves',
  'detalle?dia=jueves&categoria=Rueda+de+Casino&nombre=Nadie',
  'portada/algo',
])('there is no public address %s, and the answer is a sentence in Spanish', async (vista) => {
  const answer = await ask(`/publico/${vista}`, { cookie: admin.cookie ?? '' })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ code: 'route.unknown', message: 'Esa dirección no existe.', fields: {} })
  expect(answer.headers['cache-control'] ?? 'no-store').toBe('no-store')
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test('the API document names the public addresses', async () => {
  const document = (await ask('/api/openapi.json')).json<{ paths: Record<string, { get: { parameters: object[] } }> }>()
  expect(document.paths['/publico/{vista}']?.get.parameters).toMatchObject([
    { name: 'vista', in: 'path', schema: { enum: ['portada', 'horario', 'resultados', 'detalle'] } },
    { name: 'dia', in: 'query' },
    { name: 'categoria', in: 'query' },
    { name: 'nombre', in: 'query' },
  ])
})

test('a device keeps what a visitor sees of the public views, and for its owner the view of a judge alone', () => {
  const kept = (keeps: 'public' | 'owner') =>
    views(readEnv({}))
      .map(({ view }) => view)
      .filter((view) => 'keeps' in view && view.keeps === keeps)
  const names = PUBLICAS.flatMap((screen) => screen.views.map(({ view }) => view.name))
  expect(new Set(kept('public').map(({ name }) => name))).toEqual(new Set([...names, 'detalle']))
  for (const { roles } of kept('public')) expect(roles).toEqual(ROLES)
  expect(kept('owner').map(({ name, audience }) => [name, audience])).toEqual([['juez', 'persona']])
})
