import * as z from 'zod/mini'
import type { Endpoint } from '#contract/define.ts'
import { CSV_PATH, MUSICA_PATH, ZIP_PATH } from '#contract/competidores.ts'
import { IMAGEN_PATH, UPLOAD_IMAGEN_PATH } from '#contract/evento.ts'
import { MOST_VIEWS, SNAPSHOT_PATH, STREAM_PATH } from '#contract/live.ts'
import { FOTO_ESPERA_PATH, FOTO_PATH } from '#contract/usuarios.ts'
import { SUBIDA_PATH, SUBIDAS_PATH } from '#contract/inscripciones.ts'
import { ROLES, type Role } from '#domain/role.ts'

type Json = Record<string, unknown>

/** An endpoint that is no declared command or query: its answer is no JSON of the contract's. */
export interface RawEndpoint {
  readonly method: string
  readonly path: string
  readonly roles: readonly Role[]
  readonly summary: string
  /** What it reads of the query string. */
  readonly query?: readonly Json[]
}

const VISTAS = {
  name: 'views',
  required: true,
  description: `Vistas, ${MOST_VIEWS} a lo más. Las que tienen parámetros los llevan consigo: \`resultados?dia=jueves\`.`,
  schema: { type: 'array', items: { type: 'string' }, maxItems: MOST_VIEWS },
  style: 'form',
  explode: false,
  example: ['horario', 'resultados?dia=jueves'],
}
const DESDE = {
  name: 'since',
  description:
    'Lo que ya se tiene, como lo dice el `id` de cada evento: `época.revisión`. Sin él, o de otra época, llega todo. `Last-Event-ID` vale lo mismo.',
  schema: { type: 'string' },
}
const NOMBRE = { name: 'nombre', description: 'Cómo se llama el archivo.', schema: { type: 'string' } }

export const RAW_ENDPOINTS: readonly RawEndpoint[] = [
  {
    method: 'GET',
    path: SNAPSHOT_PATH,
    roles: ROLES,
    summary: 'Vistas pedidas en `views`, completas. Cada vista exige su propio rol.',
    query: [VISTAS],
  },
  {
    method: 'GET',
    path: STREAM_PATH,
    roles: ROLES,
    summary: 'Lo que cambia en las vistas de `views` desde `since`, como eventos SSE.',
    query: [VISTAS, DESDE],
  },
  { method: 'GET', path: IMAGEN_PATH, roles: ROLES, summary: 'Una imagen de la portada.' },
  {
    method: 'POST',
    path: UPLOAD_IMAGEN_PATH,
    roles: ['admin'],
    summary: 'Agrega una imagen a la portada: sus bytes en el cuerpo, su nombre en `nombre`.',
    query: [NOMBRE],
  },
  {
    method: 'GET',
    path: MUSICA_PATH,
    roles: ['usuario', 'juez', 'admin'],
    summary: 'La música de una inscripción, entera o por rangos: para quien la inscribió, jueces y organización.',
  },
  {
    method: 'POST',
    path: FOTO_ESPERA_PATH,
    roles: ROLES,
    summary:
      'Sube por adelantado la foto de un perfil: sus bytes en el cuerpo, su nombre en `nombre`. Responde `foto`, para el formulario.',
    query: [NOMBRE],
  },
  {
    method: 'GET',
    path: FOTO_PATH,
    roles: ['usuario', 'admin'],
    summary: 'La foto de un perfil: para su dueño y la organización.',
  },
  {
    method: 'GET',
    path: CSV_PATH,
    roles: ['admin'],
    summary: 'Las inscripciones de un día en orden de turno, para una hoja de cálculo (CSV, UTF-8).',
  },
  {
    method: 'GET',
    path: ZIP_PATH,
    roles: ['admin'],
    summary: 'La música de un día en un ZIP, numerada por turno.',
  },
  {
    method: 'POST',
    path: SUBIDAS_PATH,
    roles: ['usuario', 'admin'],
    summary: 'Empieza a subir una música por el protocolo tus 1.0.0: su tamaño en `Upload-Length`.',
  },
  {
    method: 'HEAD',
    path: SUBIDA_PATH,
    roles: ['usuario', 'admin'],
    summary: 'Hasta dónde llegó una subida propia: `Upload-Offset`.',
  },
  {
    method: 'PATCH',
    path: SUBIDA_PATH,
    roles: ['usuario', 'admin'],
    summary: 'Sigue una subida propia desde `Upload-Offset`.',
  },
  {
    method: 'DELETE',
    path: SUBIDA_PATH,
    roles: ['usuario', 'admin'],
    summary: 'Cancela una subida propia.',
  },
  { method: 'GET', path: '/api/openapi.json', roles: ROLES, summary: 'Este documento.' },
  { method: 'GET', path: '/api/docs', roles: ROLES, summary: 'Este documento, para leerlo.' },
  { method: 'GET', path: '/healthz', roles: ROLES, summary: 'El proceso está en marcha.' },
  { method: 'GET', path: '/readyz', roles: ROLES, summary: 'La base de datos y los archivos responden.' },
  { method: 'GET', path: '/metrics', roles: ROLES, summary: 'Medidas, en el formato de Prometheus.' },
]

/** The API document, made from the declarations: OpenAPI 3.1, with the roles of each endpoint in `x-roles`. */
export function openApi(endpoints: readonly Endpoint[], server: string): Json {
  const paths: Record<string, Json> = {}
  const add = (path: string, method: string, operation: Json) => {
    paths[templateOf(path)] = { ...paths[templateOf(path)], [method.toLowerCase()]: operation }
  }
  for (const endpoint of endpoints) add(endpoint.path, endpoint.method, operationOf(endpoint))
  for (const { method, path, roles, summary, query = [] } of RAW_ENDPOINTS) {
    add(path, method, {
      summary,
      'x-roles': roles,
      parameters: [...parametersOf(path, {}, []), ...query.map((parameter) => ({ in: 'query', ...parameter }))],
      responses: { 200: { description: 'Bien.' } },
    })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Competencia de baile',
      version: '1',
      description: 'Las pantallas hacen todo con esta API.',
    },
    servers: [{ url: server }],
    paths,
    components: { schemas: { Problema: problema } },
  }
}

const problema: Json = {
  type: 'object',
  required: ['code', 'message', 'fields'],
  properties: {
    code: { type: 'string', description: 'Para programas.' },
    message: { type: 'string', description: 'Para personas, en español.' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Una frase por campo.' },
  },
}

function operationOf(endpoint: Endpoint): Json {
  const input = asJson(endpoint.input)
  const names = pathNames(endpoint.path)
  const properties = isJson(input.properties) ? input.properties : {}
  const required = Array.isArray(input.required) ? input.required.filter((name) => typeof name === 'string') : []
  const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)))
  const query = endpoint.method === 'GET' ? Object.keys(rest) : []
  const body = { ...input, properties: rest, required: required.filter((name) => !names.includes(name)) }
  const json = (schema: Json) => ({ content: { 'application/json': { schema } } })
  return {
    summary: endpoint.summary,
    'x-roles': endpoint.roles,
    parameters: [
      ...parametersOf(endpoint.path, properties, query),
      ...(endpoint.method === 'GET'
        ? []
        : [
            {
              name: 'Idempotency-Key',
              in: 'header',
              schema: { type: 'string' },
              description: 'Repetida, actúa una sola vez.',
            },
          ]),
    ],
    ...(endpoint.method !== 'GET' && Object.keys(rest).length > 0 && { requestBody: json(body) }),
    responses: {
      200: { description: 'Hecho.', ...json(asJson(endpoint.output)) },
      default: { description: 'Negado, o una falla.', ...json({ $ref: '#/components/schemas/Problema' }) },
    },
  }
}

function parametersOf(path: string, properties: Json, query: readonly string[]): Json[] {
  const schemaOf = (name: string) => (isJson(properties[name]) ? properties[name] : { type: 'string' })
  return [
    ...pathNames(path).map((name) => ({ name, in: 'path', required: true, schema: schemaOf(name) })),
    ...query.map((name) => ({ name, in: 'query', schema: schemaOf(name) })),
  ]
}

function asJson(schema: z.ZodMiniType): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? [])
}

function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}
