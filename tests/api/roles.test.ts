import { expect, test } from 'vitest'
import type { Role } from '#domain/role.ts'
import { endpointsOf } from '../../src/server/http/route.ts'
import { readEnv } from '../../src/server/env.ts'
import { views } from '../../src/server/registry.ts'
import { startApp } from '../support/app.ts'
import { routedBy } from '../support/endpoints.ts'

const TODOS: readonly Role[] = ['visitante', 'usuario', 'juez', 'admin']
const PERSONAS: readonly Role[] = ['usuario', 'juez', 'admin']
const ENTRAN: readonly Role[] = ['usuario', 'admin']
const ADMIN: readonly Role[] = ['admin']

/** Endpoints that admit the link of a screen of one type, whoever is signed in. */
const DE_PUESTOS = {
  'GET /api/pantalla/musica/:id': ['pantalla:Música'],
  'POST /api/pantalla/llegadas': ['pantalla:Recepción'],
}

/** The roles of each endpoint. Every endpoint needs a line here. `matrix.test.ts` checks the effect. */
const TABLE: Readonly<Record<string, readonly Role[]>> = {
  'GET /api/sesion': TODOS,
  'POST /api/sesion': TODOS,
  'DELETE /api/sesion': PERSONAS,
  'DELETE /api/sesiones': PERSONAS,
  'GET /api/enlaces/:token': TODOS,
  'POST /api/enlaces/:token/administrador': TODOS,
  'POST /api/enlaces/:token/contrasena': TODOS,
  'POST /api/enlaces': TODOS,
  'GET /api/correo': TODOS,
  'PUT /api/contrasena': ['usuario', 'admin'],
  'GET /api/paises': TODOS,
  'POST /api/usuarios': TODOS,
  'PUT /api/perfil': ['usuario'],
  'DELETE /api/usuarios/:id': ADMIN,
  'PUT /api/usuarios/:id/activo': ADMIN,
  'POST /api/usuarios/:id/enlace': ADMIN,
  'GET /api/usuarios/:id/foto': ['usuario', 'admin'],
  'POST /api/fotos': TODOS,
  'POST /api/categorias': ADMIN,
  'POST /api/categorias/:id/orden': ADMIN,
  'PUT /api/categorias/:id/criterios': ADMIN,
  'PUT /api/categorias/:id/metodo': ADMIN,
  'POST /api/categorias/:id/ronda': ADMIN,
  'POST /api/categorias/:id/siguiente': ADMIN,
  'PUT /api/categorias/:id': ADMIN,
  'POST /api/categorias/:id/competidores': ADMIN,
  'DELETE /api/categorias/:id': ADMIN,
  'POST /api/competidores/:id/orden': ADMIN,
  'POST /api/competidores/:id/lugar': ADMIN,
  'POST /api/categorias/:id/sorteo': ADMIN,
  'DELETE /api/competidores/:id': ADMIN,
  'GET /api/competidores/:id/musica': PERSONAS,
  'POST /api/dias/:dia/cierre': ADMIN,
  'DELETE /api/dias/:dia/cierre': ADMIN,
  'POST /api/inscripciones': ENTRAN,
  'PUT /api/inscripciones/:id': ENTRAN,
  'DELETE /api/inscripciones/:id': ENTRAN,
  'PUT /api/inscripciones': ADMIN,
  'PUT /api/categorias/:id/cupo': ADMIN,
  'POST /api/cargas': ADMIN,
  'DELETE /api/cargas/:id': ADMIN,
  'POST /api/subidas': ENTRAN,
  'HEAD /api/subidas/:id': ENTRAN,
  'PATCH /api/subidas/:id': ENTRAN,
  'DELETE /api/subidas/:id': ENTRAN,
  'GET /api/dias/:dia/competidores.csv': ADMIN,
  'GET /api/bitacora': ADMIN,
  'GET /api/bitacora.csv': ADMIN,
  'GET /api/dias/:dia/musica.zip': ADMIN,
  'POST /api/turno/paso': ADMIN,
  'PUT /api/turno/competidor': ADMIN,
  'PUT /api/turno': ADMIN,
  'POST /api/turno/pausa': ADMIN,
  'PUT /api/turno/pausa': ADMIN,
  'PUT /api/programas/:dia': ADMIN,
  'PUT /api/programas/:dia/pausas': ADMIN,
  'DELETE /api/programas/:dia/pausas/:id': ADMIN,
  'PUT /api/programas/:dia/adelantar': ADMIN,
  'PUT /api/programas/:dia/publicacion': ADMIN,
  'DELETE /api/programas/:dia/publicacion': ADMIN,
  'POST /api/turno/deshacer': ADMIN,
  'PUT /api/dia': ADMIN,
  'PUT /api/reloj/hora': ADMIN,
  'PUT /api/reloj': ADMIN,
  'PUT /api/reloj/minutos': ADMIN,
  'PUT /api/rubrica': ADMIN,
  'PUT /api/publicacion': ADMIN,
  'PUT /api/evento': ADMIN,
  'POST /api/galeria': ADMIN,
  'POST /api/galeria/:archivo/orden': ADMIN,
  'DELETE /api/galeria/:archivo': ADMIN,
  'GET /api/archivos/carrusel/:archivo': TODOS,
  'POST /api/jueces': ADMIN,
  'PUT /api/jueces/:id/nombre': ADMIN,
  'PUT /api/jueces/:id/activo': ADMIN,
  'PUT /api/jueces/:id/principal': ADMIN,
  'PUT /api/jueces/:id/asignacion': ADMIN,
  'POST /api/jueces/:id/enlace': ADMIN,
  'POST /api/jueces/:id/token': ADMIN,
  'DELETE /api/jueces/:id/token': ADMIN,
  'PUT /api/escalas': ADMIN,
  'PUT /api/pesos/:tipo': ADMIN,
  'PUT /api/desempate': ADMIN,
  'POST /api/juez/presencia': ['juez'],
  'GET /api/jueces/presencia': ADMIN,
  'POST /api/juez/enlace': TODOS,
  'POST /api/juez/sesion': TODOS,
  'PUT /api/calificaciones/:competidorId': ['juez'],
  'POST /api/calificaciones/:competidorId/:juezId/reabrir': ['juez', 'admin'],
  'POST /api/tardias': ['juez'],
  'POST /api/tardias/:id/aceptar': ['juez', 'admin'],
  'POST /api/tardias/:id/descartar': ['juez', 'admin'],
  'POST /api/categorias/:id/cierre': ['juez', 'admin'],
  'POST /api/categorias/:id/empate': ['juez', 'admin'],
  'DELETE /api/categorias/:id/cierre': ['juez', 'admin'],
  'PUT /api/embargo': ADMIN,
  'PUT /api/categorias/:id/anuncio': ADMIN,
  'DELETE /api/categorias/:id/anuncio': ADMIN,
  'POST /api/categorias/:id/premiacion': ADMIN,
  'PUT /api/categorias/:id/premiacion/paso': ADMIN,
  'DELETE /api/categorias/:id/premiacion': ADMIN,
  'POST /api/pantallas': ADMIN,
  'POST /api/pantallas/:id/enlace': ADMIN,
  'DELETE /api/pantallas/:id': ADMIN,
  'PUT /api/pantallas/:id/muestra': ADMIN,
  'POST /api/pantallas/:id/todas': ADMIN,
  'POST /api/pantallas/:id/identificacion': ADMIN,
  'GET /api/pantalla/musica/:id': TODOS,
  'POST /api/pantalla/llegadas': TODOS,
  'POST /api/pantalla/reporte': TODOS,
  'GET /api/pantallas/reportes': ADMIN,
  'PUT /api/competidores/:id/retiro': ADMIN,
  'DELETE /api/competidores/:id/retiro': ADMIN,
  'POST /api/competidores/:id/repeticion': ADMIN,
  'POST /api/competidores/:id/penalizaciones': ADMIN,
  'DELETE /api/penalizaciones/:id': ADMIN,
  'GET /api/vistas': TODOS,
  'GET /api/live': TODOS,
  'GET /publico/:vista': TODOS,
  'GET /api/openapi.json': TODOS,
  'GET /api/docs': TODOS,
  'GET /healthz': TODOS,
  'GET /readyz': TODOS,
  'GET /metrics': TODOS,
}

/** The roles of each view. */
const VIEWS: Readonly<Record<string, readonly Role[]>> = {
  portada: TODOS,
  horario: TODOS,
  horarioDeDia: TODOS,
  resultados: TODOS,
  detalle: TODOS,
  juez: ['juez'],
  jurado: ['juez'],
  panel: ['juez', 'admin'],
  tardias: ['juez', 'admin'],
  categorias: ADMIN,
  misInscripciones: ENTRAN,
  mesa: ADMIN,
  mesaDeDia: ADMIN,
  programaDeDia: ADMIN,
  control: ADMIN,
  perfil: ['usuario'],
  usuarios: ADMIN,
  jueces: ADMIN,
  preparativos: ADMIN,
  premiaciones: ADMIN,
  pantallas: ADMIN,
  pantalla: TODOS,
}

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`

test('the table names every endpoint there is, declared or not, and its roles are those of the declarations', async () => {
  await using app = await startApp()
  const declared = endpointsOf(app.app.http)
  expect(Object.fromEntries(declared.map((endpoint) => [nameOf(endpoint), endpoint.roles]))).toEqual(TABLE)

  const isPage = (path: string): boolean => !/^\/(api|healthz|publico|readyz|metrics)\b/.test(path)
  // The head of what can be got goes without saying.
  const isTwin = (one: { method: string; path: string }) => one.method === 'HEAD' && `GET ${one.path}` in TABLE
  const routed = routedBy(app.app.http).filter((one) => !isTwin(one) && !isPage(one.path))
  expect(routed.map(nameOf).toSorted()).toEqual(Object.keys(TABLE).toSorted())
})

test('the API document says the roles of the table', async () => {
  await using app = await startApp()
  const document = (await app.app.http.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { 'x-roles': Role[] }>>
  }>()
  const said = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => [
      `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation['x-roles'],
    ]),
  )
  expect(Object.fromEntries(said)).toEqual({ ...TABLE, ...DE_PUESTOS })
})

test('the table names every view there is', () => {
  const declared = views(readEnv({})).map(({ view }) => [view.name, view.roles])
  expect(Object.fromEntries(declared)).toEqual(VIEWS)
})
