import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/define.ts'
import { Problem } from '#domain/problem.ts'
import { endpointsOf, parse } from '../../src/server/http/route.ts'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
let endpoints: readonly Endpoint[]

beforeAll(async () => {
  app = await startApp()
  endpoints = endpointsOf(app.app.http).filter((endpoint) => 'input' in endpoint)
})

afterAll(() => app[Symbol.asyncDispose]())

const WRONG: readonly unknown[] = [
  undefined,
  null,
  5,
  -1,
  0.5,
  true,
  '',
  'x',
  'x'.repeat(9_999),
  '\0',
  [],
  [5],
  {},
  { x: 5 },
]

/** Every field of the input, those of its parts too (`casino.maximo`). */
function fieldsOf(schema: object, found = new Set<string>()): Set<string> {
  for (const [name, value] of Object.entries('shape' in schema ? Object(schema.shape) : {})) {
    found.add(name)
    fieldsOf(Object(value), found)
  }
  const { options } = Object(Object(schema)._zod?.def)
  for (const option of Array.isArray(options) ? options : []) fieldsOf(Object(option), found)
  return found
}

/** The sentences of every refusal of one endpoint, whatever is wrong. */
function sentencesOf(endpoint: Endpoint): string[] {
  const names = [...fieldsOf(endpoint.input)]
  const bodies = WRONG.flatMap((value) => [
    Object.fromEntries(names.map((name) => [name, value])),
    ...names.map((name) => ({ [name]: Object.fromEntries(names.map((inner) => [inner, value])) })),
    { sobra: value },
  ])
  return bodies.flatMap((body) => {
    try {
      parse(endpoint, body)
      return []
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return Object.values(error.fields)
    }
  })
}

test('every wrong field of a request is reported in Spanish', () => {
  const told = new Set(endpoints.flatMap(sentencesOf))
  expect(told.size).toBeGreaterThan(30)
  expect([...told].filter((sentence) => /\b(invalid|input|expected|received|too|key)\b/i.test(sentence))).toEqual([])
  expect([...told].filter((sentence) => !/^\p{Lu}.*[.:/]/u.test(sentence))).toEqual([])
})

test('the API document has a body for every command that needs one, without the fields of the path', async () => {
  const document = (await app.app.http.inject('/api/openapi.json')).json<Document>()
  const bodyless = endpoints.filter(({ method, path, ...endpoint }) => {
    const params = [...path.matchAll(/:(\w+)/g)].map(([, name]) => [
      name,
      name === 'dia' ? 'jueves' : 'un-valor-bien-largo',
    ])
    const needsBody = method !== 'GET' && !endpoint.input.safeParse(Object.fromEntries(params)).success
    const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    return needsBody && operation?.requestBody === undefined
  })
  expect(bodyless.map(({ method, path }) => `${method} ${path}`)).toEqual([])

  const retiro = document.paths['/api/competidores/{id}/retiro']?.['put']
  const alternatives = retiro?.requestBody?.content['application/json']?.schema.oneOf ?? []
  expect(alternatives.map(({ properties }) => Object.keys(properties))).toEqual([
    ['estado', 'motivo'],
    ['estado', 'motivo'],
  ])
  const types = (path: string, method: string) =>
    Object.keys(document.paths[path]?.[method]?.requestBody?.content ?? {})
  expect(types('/api/fotos', 'post')).toEqual(['image/*'])
  expect(types('/api/galeria', 'post')).toEqual(['image/*'])
  expect(types('/api/subidas/{id}', 'patch')).toEqual(['application/offset+octet-stream'])
})

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

interface Schema {
  readonly oneOf?: readonly { readonly properties: object }[]
}
