import * as fc from 'fast-check'
import { beforeAll, afterAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/define.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { endpointsOf } from '../../src/server/http/route.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { filled } from '../support/endpoints.ts'
import { fetchRaw } from '../support/wire.ts'

let app: TestApp
let origin: string
let endpoints: readonly Endpoint[]

beforeAll(async () => {
  app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 2 })
  origin = await app.listen()
  endpoints = endpointsOf(app.app.http).filter((endpoint) => 'input' in endpoint)
})

afterAll(() => app[Symbol.asyncDispose]())

interface Hostile {
  readonly endpoint: Endpoint
  readonly body: string | Buffer
  readonly value?: string
  readonly type?: string
}

/** Sends a hostile request. The server accepts it or refuses it with a problem; it never answers with a fault. */
async function throwAt({ endpoint, body, value = 'x', type = 'application/json' }: Hostile): Promise<number> {
  // A new administrator each time: some acts end the session that sends them.
  const { cookie = '' } = await app.as('admin')
  const answer = await app.app.http.inject({
    method: endpoint.method,
    url: filled(endpoint.path, value),
    headers: { cookie, ...(endpoint.method !== 'GET' && { 'content-type': type }) },
    ...(endpoint.method !== 'GET' && { payload: body }),
  })
  const what = `${endpoint.method} ${endpoint.path} ${value} ${body.toString().slice(0, 120)}`
  expect(answer.statusCode, what).toBeLessThan(500)
  if (answer.statusCode < 400) {
    expect(answer.statusCode, what).toBe(200)
    return 200
  }
  const problem = answer.json<{ code: keyof typeof PROBLEMS }>()
  expect(problem, what).toEqual({
    code: expect.any(String),
    message: PROBLEMS[problem.code],
    fields: expect.any(Object),
  })
  return answer.statusCode
}

const DEEP = 20_000
const WRONG: readonly (readonly [what: string, body: string | Buffer])[] = [
  ['no JSON', 'hola'],
  ['half of a JSON', '{"nombre":"Salsa"'],
  ['lists in lists', '['.repeat(DEEP) + ']'.repeat(DEEP)],
  ['objects in objects', `${'{"nombre":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ['a prototype', '{"__proto__":{"dia":"jueves"},"nombre":"Salsa"}'],
  ['a constructor', '{"constructor":{"prototype":{"dia":"jueves"}},"nombre":"Salsa"}'],
  ['a list', '[{"nombre":"Salsa","dia":"jueves"}]'],
  ['a bare text', '"Salsa"'],
  ['nothing', 'null'],
  ['a number without end', '{"selectedRow":1e400,"minutosPorCompetidor":1e400,"revision":1e400}'],
  ['a number beyond whole numbers', '{"selectedRow":9007199254740993,"minutosPorCompetidor":-9e15,"revision":1.5}'],
  ['a text with NUL', '{"nombre":"Sal\\u0000sa","dia":"jueves","email":"a\\u0000@b.mx","password":"\\u0000"}'],
  [
    'half a character',
    '{"nombre":"Salsa \\ud83d","dia":"jueves","email":"\\udc00@b.mx","password":"x","rubricaSel":"\\ud800"}',
  ],
  ['bytes that are no text', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['one megabyte', `{"nombre":"${'x'.repeat(1_000_000)}"}`],
]

test.each(WRONG)('%s is refused by every command, and stores nothing', async (_what, body) => {
  const rows = () => app.deps.db.read((tx) => tx.selectFrom('categorias').select('nombre').orderBy('nombre').execute())
  const before = await rows()
  for (const endpoint of endpoints.filter(({ method }) => method !== 'GET')) {
    const status = await throwAt({ endpoint, body })
    // A command without input accepts a body without content.
    if (!accepts(endpoint, body)) expect(status, endpoint.path).not.toBe(200)
  }
  expect(await rows()).toEqual(before)
})

test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
  'a body of type %s is refused',
  async (type) => {
    for (const endpoint of endpoints.filter((one) => one.method !== 'GET' && Object.keys(shapeOf(one)).length > 0))
      expect(await throwAt({ endpoint, body: '{"nombre":"Salsa","dia":"jueves"}', type }), endpoint.path).not.toBe(200)
  },
)

test.each([
  ['NUL', '%00'],
  ['half a character', '%ED%A0%80'],
  ['half an escape', '%E0%A4%A'],
  ['a bare percent sign', '%'],
  ['the folder above', '..'],
  ['the folder above, in disguise', '%2e%2e%2f'],
  ['a dancer', '%F0%9F%92%83'],
  ['a statement', encodeURIComponent("'; drop table categorias; --")],
  ['600 letters', 'a'.repeat(600)],
])('an address with %s in it is refused without an error of the server', async (_what, value) => {
  for (const endpoint of endpoints.filter(({ path }) => path.includes(':'))) {
    const path = filled(endpoint.path, value)
    const { cookie } = await app.as('admin')
    const body = endpoint.method === 'GET' ? {} : { body: '{"direccion":"up"}' }
    const answer = await fetchRaw(origin, { method: endpoint.method, path, headers: { cookie }, ...body })
    expect(answer.status, path).toBeGreaterThanOrEqual(400)
    expect(answer.status, path).toBeLessThan(500)
    expect(Object.keys(JSON.parse(answer.body.toString())), path).toEqual(['code', 'message', 'fields'])
  }
})

/** Values that have broken something somewhere. */
const hostile = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '𝕊',
    'jueves',
    'sábado',
    'up',
    'a@b.mx',
    '2025-04-10T10:00',
    '9999-99-99T99:99',
  ),
  fc.constantFrom('0000-00-00T00:00', '__proto__', 'x'.repeat(300), 'constructor'),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(-1, 0, 1, 1.5, -0, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, Number.MIN_VALUE),
  fc.constantFrom(true, false, null),
  fc.constantFrom([], {}, [1], { toString: 1 }, { dia: 'jueves', turno: { selectedRow: 1, competidorId: null } }),
  fc.jsonValue({ maxDepth: 3 }),
)

test('every command answers without an error of the server, with any values in its fields', async () => {
  const given = fc
    .tuple(fc.nat(), fc.array(hostile, { minLength: 12, maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 20 }))
    .map(([at, values, value]) => {
      const endpoint = endpoints[at % endpoints.length]
      if (!endpoint) throw new Error('There is no endpoint.')
      const fields = [...Object.keys(shapeOf(endpoint)), 'extra', '__proto__']
      const body = JSON.stringify(Object.fromEntries(fields.map((name, index) => [name, values[index]])))
      return { endpoint, body, value: encodeURIComponent(value.toWellFormed() || 'x') }
    })
  await fc.assert(
    fc.asyncProperty(given, async (one) => void (await throwAt(one))),
    { numRuns: 300, seed: 3 },
  )
})

/** Whether what is wrong with a body is wrong for this declaration: another reads other fields of it, or none. */
function accepts({ input, path }: Endpoint, body: string | Buffer): boolean {
  const json = jsonOf(body.toString())
  const fields: object = typeof json === 'object' && !Array.isArray(json) ? (json ?? {}) : {}
  const inPath = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'x']))
  return json !== undefined && input.safeParse({ ...fields, ...inPath }).success
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON at all, which nothing accepts.
    return undefined
  }
}

/** The fields that a declaration names. */
function shapeOf({ input }: Endpoint): Record<string, unknown> {
  const { shape } = input._zod.def as { readonly shape?: Record<string, unknown> }
  return shape ?? {}
}
