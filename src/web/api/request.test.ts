import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { request } from './request.ts'

type Asked = Parameters<typeof fetch>

/** The network, answering one after the other; `null` is a connection that drops. */
function network(...answers: (Response | null)[]): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (...call: Asked) => {
    asked.push(call)
    const answer = answers.shift()
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('network'))
  })
  return asked
}

const done = (): Response => new Response('{"movido":true}', { headers: { 'x-revision': '12' } })
const step = { method: 'POST', path: '/api/competidores/:id/orden' } as const

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what the path names goes into it, the rest is the body', async () => {
  const asked = network(done())

  const answer = await request(step, { id: 'a/b ñ', direccion: 'up' })

  expect(asked[0]?.[0]).toBe('/api/competidores/a%2Fb%20%C3%B1/orden')
  expect(asked[0]?.[1]?.body).toBe('{"direccion":"up"}')
  expect(answer).toEqual({ output: { movido: true }, revision: 12 })
})

test('a question travels as a query string', async () => {
  const asked = network(done())

  await request({ method: 'GET', path: '/api/enlaces/:token' }, { token: 't', dia: 'sábado' })

  expect(asked[0]?.[0]).toBe('/api/enlaces/t?dia=s%C3%A1bado')
  expect(asked[0]?.[1]?.body).toBeUndefined()
})

test('an answer that is a list stays one', async () => {
  network(new Response('[{"name":{"common":"Cuba"}}]'))
  const { output } = await request({ method: 'GET', path: '/api/paises' }, {})
  expect(output).toEqual([{ name: { common: 'Cuba' } }])
})

test('what nobody may repeat without its answer is told at once, and tried again only where it was refused', async () => {
  const once = { method: 'PUT', path: '/api/contrasena', once: true } as const
  const lost = network(null, done())
  await expect(request(once, {})).rejects.toMatchObject({ code: 'network.away' })
  expect(lost).toHaveLength(1)

  const busy = network(new Response('{}', { status: 503 }), done())
  const answer = request(once, {})
  await vi.runAllTimersAsync()
  expect((await answer).revision).toBe(12)
  expect(busy).toHaveLength(2)
})

test('a press is repeated under one key while the network drops or the server restarts', async () => {
  const asked = network(null, new Response('{}', { status: 503 }), done())

  const answer = request(step, { id: 'a' })
  await vi.runAllTimersAsync()

  expect((await answer).revision).toBe(12)
  const keys = asked.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('two presses have two keys', async () => {
  const asked = network(done(), done())
  await request(step, { id: 'a' })
  await request(step, { id: 'a' })

  expect(new Set(asked.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))).size).toBe(2)
})

test('a network that stays away is said in a sentence, never as a code', async () => {
  network()

  const answer = request(step, { id: 'a' })
  const refused = expect(answer).rejects.toMatchObject({
    status: 0,
    message: expect.stringContaining('Revisa tu conexión'),
  })
  await vi.runAllTimersAsync()

  await refused
})

test('a refusal keeps its code, its sentence and those of its fields', async () => {
  const body = JSON.stringify({
    code: 'input.invalid',
    message: 'Revisa.',
    fields: { nombre: 'Escribe un nombre.', x: 1 },
  })
  network(new Response(body, { status: 400 }))

  await expect(request(step, { id: 'a' })).rejects.toMatchObject({
    code: 'input.invalid',
    message: 'Revisa.',
    status: 400,
    fields: { nombre: 'Escribe un nombre.' },
  })
})

test("a proxy's page is no answer", async () => {
  network(new Response('<html>', { status: 502 }))

  await expect(request(step, { id: 'a' })).rejects.toMatchObject({ code: 'answer.unreadable', status: 502 })
})

test('a press made again bears the key it had, and who waits is told that it is being tried again', async () => {
  const asked = network(null, null, null, null, done())
  const onAgain = vi.fn<() => void>()

  const answer = request(step, { id: 'a' }, { key: 'la-misma-de-antes', onAgain })
  await vi.runAllTimersAsync()

  expect((await answer).revision).toBe(12)
  expect(onAgain).toHaveBeenCalledTimes(4)
  expect(asked.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))).toEqual(
    Array.from({ length: 5 }, () => 'la-misma-de-antes'),
  )
})

test('only of what would have been saved is it said that nobody knows', async () => {
  const away = async (to: Parameters<typeof request>[0]) => {
    network()
    const refused = expect(request(to, {})).rejects
    const said = refused.toThrow(
      to.savesNothing
        ? 'No se pudo conectar con el servidor. Revisa tu conexión y vuelve a intentarlo.'
        : 'no sabemos si se guardó',
    )
    await vi.runAllTimersAsync()
    await said
  }
  await away({ method: 'POST', path: '/api/sesion', savesNothing: true })
  await away({ method: 'POST', path: '/api/usuarios' })
})
