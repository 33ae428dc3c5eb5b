import * as z from 'zod/mini'
import type { Endpoint, RawEndpoint } from '#contract/define.ts'

type Json = Record<string, unknown>

/** The API document of these declarations, as OpenAPI 3.1. `x-roles` lists the roles of each endpoint. */
export function openApi(endpoints: readonly (Endpoint | RawEndpoint)[], server: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = templateOf(endpoint.path)
    const operation = 'input' in endpoint ? operationOf(endpoint) : rawOperationOf(endpoint)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
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
    components: {
      schemas: { Problema: problema },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'El token de un juez, para otra aplicación.' },
      },
    },
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

function rawOperationOf({ path, roles, summary, body, params = {}, query = [] }: RawEndpoint): Json {
  return {
    summary,
    'x-roles': roles,
    ...securityOf({ roles }),
    parameters: [...parametersOf(path, params, []), ...query.map((parameter) => ({ in: 'query', ...parameter }))],
    ...(body !== undefined && { requestBody: { required: true, content: { [body]: {} } } }),
    responses: { 200: { description: 'Bien.' } },
  }
}

/** The security of an endpoint. It lists the token of a judge where a judge may call and a visitor may not. */
function securityOf({ roles }: Pick<Endpoint | RawEndpoint, 'roles'>): Json {
  return roles.includes('juez') && !roles.includes('visitante') ? { security: [{ token: [] }] } : {}
}

const CLAVE: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string' },
  description: 'Repetida, actúa una sola vez.',
}

function operationOf(endpoint: Endpoint): Json {
  const input = jsonSchemaOf(endpoint.input)
  const names = pathNames(endpoint.path)
  const body = bodyOf(input, names)
  const properties = propertiesOf(input)
  const isGet = endpoint.method === 'GET'
  const query = isGet ? Object.keys(properties).filter((name) => !names.includes(name)) : []
  const json = (schema: Json) => ({ content: { 'application/json': { schema } } })
  return {
    summary: endpoint.summary,
    'x-roles': endpoint.roles,
    ...securityOf(endpoint),
    parameters: [...parametersOf(endpoint.path, properties, query), ...(isGet ? [] : [CLAVE])],
    ...(!isGet && body && { requestBody: json(body) }),
    responses: {
      [isGet ? 200 : (endpoint.status ?? 200)]: {
        description: 'Hecho.',
        ...json(jsonSchemaOf(endpoint.output)),
      },
      default: { description: 'Negado, o una falla.', ...json({ $ref: '#/components/schemas/Problema' }) },
    },
  }
}

/** The fields of a schema, or of all its alternatives. */
function propertiesOf(schema: Json): Json {
  const own = isJson(schema.properties) ? schema.properties : {}
  return Object.assign({}, ...alternativesOf(schema).map(propertiesOf), own)
}

/** The schema of the body: the input without the fields of the path. `null` when no field is left. */
function bodyOf(schema: Json, inPath: readonly string[]): Json | null {
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0) return { oneOf: alternatives.map((one) => bodyOf(one, inPath) ?? {}) }
  const isInBody = (name: unknown) => typeof name === 'string' && !inPath.includes(name)
  const properties = Object.fromEntries(Object.entries(propertiesOf(schema)).filter(([name]) => isInBody(name)))
  const required = Array.isArray(schema.required) ? schema.required.filter(isInBody) : []
  return Object.keys(properties).length === 0 ? null : { ...schema, properties, required }
}

function alternativesOf({ oneOf, anyOf }: Json): Json[] {
  const list = oneOf ?? anyOf
  return Array.isArray(list) ? list.filter(isJson) : []
}

function parametersOf(path: string, properties: Json, query: readonly string[]): Json[] {
  const schemaOf = (name: string) => (isJson(properties[name]) ? properties[name] : { type: 'string' })
  return [
    ...pathNames(path).map((name) => ({ name, in: 'path', required: true, schema: schemaOf(name) })),
    ...query.map((name) => ({ name, in: 'query', schema: schemaOf(name) })),
  ]
}

/** Converts a zod schema to the JSON Schema that the API document contains. */
function jsonSchemaOf(schema: z.ZodMiniType): Json {
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
