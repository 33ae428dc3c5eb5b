import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { SNAPSHOT_PATH } from '#contract/live.ts'
import type { Role } from '#domain/role.ts'
import { endpointsOf } from '../../src/server/http/route.ts'
import { readEnv } from '../../src/server/env.ts'
import { views } from '../../src/server/registry.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { routedBy } from '../support/endpoints.ts'
import { rowsOf } from '../support/evento.ts'
import { aMundo, cookieOf, QUIENES, type Mundo, type Quien } from '../support/mundo.ts'
import { keyOf, peticionesOf, urlOf, type Peticion } from '../support/peticiones.ts'
import { LiveStream } from '../support/stream.ts'

/** The answer to each of the four kinds of client: a status, or a refusal by its code. */
type Cells = readonly [visitante: string, dueña: string, otra: string, admin: string]

const REQUIRED = '401 session.required'
const FORBIDDEN = '403 session.forbidden'

/** Addresses of personal data: other people get 404, and for an upload the administrator too. */
const OWN: Readonly<Record<string, Cells>> = {
  'GET /api/usuarios/:id/foto': [REQUIRED, '200', '404 archivo.missing', '200'],
  'GET /api/competidores/:id/musica': [REQUIRED, '200', '404 archivo.missing', '200'],
  // No list was loaded.
  'DELETE /api/cargas/:id': [REQUIRED, FORBIDDEN, FORBIDDEN, '404 carga.missing'],
  // No ceremony is in course.
  'PUT /api/categorias/:id/premiacion/paso': [REQUIRED, FORBIDDEN, FORBIDDEN, '409 premiacion.over'],
  'DELETE /api/categorias/:id/premiacion': [REQUIRED, FORBIDDEN, FORBIDDEN, '409 premiacion.over'],
  'POST /api/pantalla/reporte': ['204', '204', '204', '204'],
  // No break is in course.
  'PUT /api/turno/pausa': [REQUIRED, FORBIDDEN, FORBIDDEN, '409 pausa.over'],
  'PUT /api/inscripciones/:id': [REQUIRED, '200', '404 inscripcion.missing', '200'],
  'DELETE /api/inscripciones/:id': [REQUIRED, '200', '404 competidor.missing', '200'],
  'POST /api/subidas': [REQUIRED, '201', '201', '201'],
  'HEAD /api/subidas/:id': ['401', '200', '404', '404'],
  'PATCH /api/subidas/:id': [REQUIRED, '204', '404 subida.missing', '404 subida.missing'],
  'DELETE /api/subidas/:id': [REQUIRED, '204', '404 subida.missing', '404 subida.missing'],
}

/** Views that hold data of the `dueña`, and the clients that get these data. The others get the view without them. */
const SHOWN_TO: Readonly<Record<string, readonly Quien[]>> = {
  perfil: ['dueña'],
  misInscripciones: ['dueña', 'admin'],
  usuarios: ['admin'],
}

const cellsFor = (roles: readonly Role[]): Cells => [
  roles.includes('visitante') ? '200' : REQUIRED,
  roles.includes('usuario') ? '200' : FORBIDDEN,
  roles.includes('usuario') ? '200' : FORBIDDEN,
  roles.includes('admin') ? '200' : FORBIDDEN,
]

/** Every endpoint with the roles of its declaration and the answer that each client must get. */
function matrixOf(app: TestApp): Map<string, Cells> {
  const rows = new Map<string, Cells>()
  for (const { method, path, roles } of endpointsOf(app.app.http)) {
    const name = `${method} ${path}`
    const cells = OWN[name] ?? cellsFor(roles)
    rows.set(name, cells)
    // Asked for its head alone it answers the same, without saying why not.
    if (method === 'GET' && path !== '/api/live') {
      const [visitante, dueña, otra, admin] = cells.map((cell) => cell.slice(0, 3))
      rows.set(`HEAD ${path}`, [visitante ?? '', dueña ?? '', otra ?? '', admin ?? ''])
    }
  }
  return rows
}

/** An actor without a valid session is a visitor. */
function expected(cells: Cells, quien: Quien): string {
  const [visitante, dueña, otra, admin] = cells
  return { visitante, dueña, otra, admin, desactivada: visitante, vencida: visitante }[quien]
}

const image = sharp({ create: { width: 9, height: 6, channels: 3, background: '#b0136b' } }).png()

/** The data that a refused request must not change. Attempts are counted. */
async function stateOf(app: TestApp): Promise<unknown> {
  const { intento: _counted, ...rows } = await rowsOf(app)
  return { rows, files: await app.deps.files.list('') }
}

test('the matrix has a row for every address that the server listens to', async () => {
  await using app = await startApp()
  const isPage = (path: string): boolean => !/^\/(api|healthz|publico|readyz|metrics)\b/.test(path)
  const routed = routedBy(app.app.http).filter(({ path }) => !isPage(path))
  expect([...matrixOf(app).keys()].toSorted()).toEqual(routed.map(({ method, path }) => `${method} ${path}`).toSorted())
})

describe.each(QUIENES)('%s', (quien) => {
  test('is let in or refused by every endpoint as the matrix says, and where refused changes nothing', async () => {
    await using app = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.mx' } })
    const origin = await app.listen()
    const seen: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    let mundo: Mundo | undefined
    let state: unknown
    for (const [name, cells] of matrixOf(app)) {
      mundo ??= await aMundo(app)
      const cookie = await cookieOf(app, mundo, quien, cells[3] === '200')
      state ??= await stateOf(app)
      const peticiones = peticionesOf(mundo, quien, await image.clone().toBuffer())
      seen[name] = await ask({ app, origin, cookie }, name, peticiones[name] ?? peticiones[name.replace('HEAD', 'GET')])
      wanted[name] = expected(cells, quien)
      const isHarmless = /^(GET|HEAD) /.test(name) || Number.parseInt(wanted[name], 10) >= 400
      if (isHarmless) expect(await stateOf(app), name).toEqual(state)
      else mundo = state = undefined
    }
    expect(seen).toEqual(wanted)
    // An administrator changes something with most endpoints, each in a world of its own.
  }, 180_000)

  test('is shown every view or refused it as the matrix says, by snapshot and by stream', async () => {
    await using app = await startApp()
    const origin = await app.listen()
    const seen: Record<string, unknown> = {}
    const wanted: Record<string, unknown> = {}
    const mundo = await aMundo(app)
    for (const { view } of views(readEnv({}))) {
      const cells = cellsFor(view.roles)
      const cookie = await cookieOf(app, mundo, quien, cells[3] === '200')
      const ids = { categoriaId: mundo.categoriaId, competidorId: mundo.entradaId }
      const key = keyOf(view.name, { ...ids, uid: mundo.dueña.id, enlace: mundo.tokens.pantalla })
      const url = `${SNAPSHOT_PATH}?views=${encodeURIComponent(key)}`
      const snapshot = await app.app.http.inject({ url, headers: cookie ? { cookie } : {} })
      await using stream = await LiveStream.open(origin, { views: key, cookie })
      // The profile of another person is none.
      const cell = view.name === 'perfil' && quien === 'otra' ? '404 view.unknown' : expected(cells, quien)
      const marks = [`${mundo.dueña.id}@`, ...(view.name === 'misInscripciones' ? [mundo.entradaId] : [])]
      const shows = marks.some((mark) => snapshot.body.includes(mark))
      seen[view.name] = [answered(snapshot), String(stream.head.status), shows]
      wanted[view.name] = [cell, cell.slice(0, 3), SHOWN_TO[view.name]?.includes(quien) ?? false]
    }
    expect(seen).toEqual(wanted)
  })
})

async function ask(
  { app, origin, cookie }: { readonly app: TestApp; readonly origin: string; readonly cookie: string | undefined },
  name: string,
  peticion: Peticion | undefined,
): Promise<string> {
  if (!peticion) throw new Error(`Nobody said how to ask for ${name}.`)
  const [method = '', path = ''] = name.split(' ')
  if (path === '/api/live') {
    await using stream = await LiveStream.open(origin, { views: 'horario', cookie })
    return String(stream.head.status)
  }
  const { payload } = peticion
  const headers = { ...peticion.headers, ...(cookie && { cookie }) }
  const url = urlOf(path, peticion)
  return answered(await app.app.http.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) }))
}

function answered({ statusCode, body }: LightMyRequestResponse): string {
  const { code = '' }: { code?: string } = statusCode < 400 || body === '' ? {} : JSON.parse(body)
  return `${statusCode} ${code}`.trim()
}
