import * as z from 'zod/mini'
import type { Endpoint, RawEndpoint } from '#contract/define.ts'
import { PERSONA_HEADER } from '#contract/sesion.ts'
import { isRecord } from '#domain/records.ts'
import { readFileSync } from 'node:fs'
import { escapeHtml } from './representation.ts'

type Json = Record<string, unknown>

/** An OpenAPI document, as far as the page for people reads it. */
interface Document extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation extends Json {
  readonly summary: string
  readonly 'x-roles': readonly string[]
}

/** The API document of these declarations, as OpenAPI 3.1. `x-roles` lists the roles of each endpoint. */
export function openApi(endpoints: readonly (Endpoint | RawEndpoint)[], server: string): Document {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
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

function rawOperationOf(endpoint: RawEndpoint): Operation {
  const { path, body, params = {}, query = [] } = endpoint
  return {
    ...headOf(endpoint),
    parameters: [...parametersOf(path, params, []), ...query.map((parameter) => ({ in: 'query', ...parameter }))],
    ...(body !== undefined && { requestBody: { required: true, content: { [body]: {} } } }),
    responses: { 200: { description: 'Bien.' } },
  }
}

/** Summary, roles and security of an endpoint. It lists the token of a judge where a judge may call and a visitor may not. */
function headOf({ summary, roles, ...rest }: Endpoint | RawEndpoint) {
  const pantalla = 'pantalla' in rest ? rest.pantalla : undefined
  const takesToken = roles.includes('juez') && !roles.includes('visitante')
  const admitted = pantalla === undefined ? roles : [`pantalla:${pantalla}`]
  return { summary, 'x-roles': admitted, ...(takesToken && { security: [{ token: [] }] }) }
}

const headerOf = (name: string, description: string): Json => {
  return { name, in: 'header', schema: { type: 'string' }, description }
}
const CLAVE = headerOf('Idempotency-Key', 'Repetida, actúa una sola vez.')
const PERSONA = headerOf(
  PERSONA_HEADER,
  'De quién es la página que lo pide: su id, o visitante. Si la sesión es de otra persona, no se hace.',
)

function operationOf(endpoint: Endpoint): Operation {
  const input = jsonSchemaOf(endpoint.input)
  const names = pathNames(endpoint.path)
  const body = bodyOf(input, names)
  const properties = propertiesOf(input)
  const isGet = endpoint.method === 'GET'
  const query = isGet ? Object.keys(properties).filter((name) => !names.includes(name)) : []
  const json = (schema: Json) => ({ content: { 'application/json': { schema } } })
  return {
    ...headOf(endpoint),
    parameters: [...parametersOf(endpoint.path, properties, query), ...(isGet ? [] : [CLAVE, PERSONA])],
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
  const own = isRecord(schema.properties) ? schema.properties : {}
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
  return Array.isArray(list) ? list.filter(isRecord) : []
}

function parametersOf(path: string, properties: Json, query: readonly string[]): Json[] {
  const schemaOf = (name: string) => (isRecord(properties[name]) ? properties[name] : { type: 'string' })
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

function pathNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? [])
}

/** A program that scores with the token of a judge. A test runs it as the page shows it. */
const EJEMPLO = readFileSync(new URL('ejemplo-juez.mjs', import.meta.url), 'utf8')

/** Content-Security-Policy: no scripts, and inline styles only. */
export const DOCS_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

const STYLE = `
:root { color-scheme: light dark } body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif }
summary { padding: .5rem 0; cursor: pointer; overflow-wrap: anywhere } pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
`

/** The API document as a page for people: every endpoint, its roles and its input. Plain HTML, no script. */
export function docsPage({ paths }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, 'x-roles': roles, ...rest }]) => {
      const address = `<b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code>`
      const json = escapeHtml(JSON.stringify(rest, null, 2))
      return `<details><summary>${address} (${roles.join(', ')}): ${escapeHtml(summary)}</summary><pre>${json}</pre></details>`
    }),
  )
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API de la competencia</title><style>${STYLE}</style></head><body><main><h1>API de la competencia</h1>
<p>El mismo documento, para programas: <a href="/api/openapi.json">openapi.json</a>.</p>
<p>Una petición rechazada responde con <code>code</code> (para programas), <code>message</code> (para personas) y <code>fields</code> (una frase por campo).
Un cambio puede llevar <code>Idempotency-Key</code>: repetido con la misma clave, se hace una sola vez.</p>
<h2>Calificar desde otra aplicación</h2>
<p>La organización crea el token de un juez en <code>/#/jueces</code>. Va en cada petición como <code>Authorization: Bearer</code>, y puede lo que ese juez: leer la vista <code>juez</code> y enviar sus propias calificaciones. Este ejemplo corre tal cual con Node:</p>
<pre id="ejemplo-juez">${escapeHtml(EJEMPLO)}</pre>
<h2>Direcciones</h2>
${operations.join('\n')}</main></body></html>`
}
