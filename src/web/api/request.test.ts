import { expect, test, vi } from 'vitest'
import { SIGN_OUT_ADDRESS } from '#contract/sesion.ts'
import { slowness } from '../ui/toast.ts'
import { fakeTime } from '../../../tests/support/time.ts'
import { request } from './request.ts'

type Asked = Parameters<typeof fetch>

/** A network with these answers, in order; `null` is a lost connection. */
function network(...answers: (Response | null)[]): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (...call: Asked) => {
    asked.push(call)
    const answer = answers.shift()
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('network'))
  })
  return asked
}

const keysOf = (asked: readonly Asked[]) => asked.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))

/** Sends a request to its end, through the waits between its retries. */
async function sendToEnd(...given: Parameters<typeof request>): ReturnType<typeof request> {
  const answer = request(...given)
  await vi.runAllTimersAsync()
  return answer
}

const done = (): Response => new Response('{"movido":true}', { headers: { 'x-revision': '12' } })
const step = { method: 'POST', path: '/api/competidores/:id/orden' } as const

fakeTime()

test('the fields that the path names go into it, the rest is the body', async () => {
  const asked = network(done())

  const answer = await request(step, { id: 'a/b ñ', direccion: 'up' })

  expect(asked[0]?.[0]).toBe('/api/competidores/a%2Fb%20%C3%B1/orden')
  expect(asked[0]?.[1]?.body).toBe('{"direccion":"up"}')
  expect(answer).toEqual({ output: { movido: true }, revision: 12 })
})

test('the input of a query is the query string', async () => {
  const asked = network(done())

  await request({ method: 'GET', path: '/api/enlaces/:token' }, { token: 't', dia: 'sábado' })

  expect(asked[0]?.[0]).toBe('/api/enlaces/t?dia=s%C3%A1bado')
  expect(asked[0]?.[1]?.body).toBeUndefined()
})

test('an answer that is a list stays a list', async () => {
  network(new Response('[{"name":{"common":"Cuba"}}]'))
  const { output } = await request({ method: 'GET', path: '/api/paises' }, {})
  expect(output).toEqual([{ name: { common: 'Cuba' } }])
})

test('a command that must not be repeated fails at once without an answer, and is retried after a 503', async () => {
  const once = { method: 'PUT', path: '/api/contrasena', once: true } as const
  const lost = network(null, done())
  await expect(request(once, {})).rejects.toMatchObject({ code: 'network.away' })
  expect(lost).toHaveLength(1)

  const busy = network(new Response('{}', { status: 503 }), done())
  expect((await sendToEnd(once, {})).revision).toBe(12)
  expect(busy).toHaveLength(2)

  const unsure = network(Response.json({ code: 'database.unsure', message: 'No sabemos.' }, { status: 503 }), done())
  await expect(request(once, {})).rejects.toMatchObject({ code: 'database.unsure' })
  expect(unsure).toHaveLength(1)
})

test.each([
  ['the network drops and the server restarts', () => [null, new Response('{}', { status: 503 })]],
  ['the body of a success is cut', () => [new Response('{"movido":tr')]],
  ['a failing proxy answers', () => [new Response('<html>', { status: 502 }), new Response('<html>', { status: 502 })]],
  ['a network wants a sign-in', () => [Response.json({ status: 'login' }), Response.json({ status: 'login' })]],
])('a command is retried under one key while %s', async (_, answers) => {
  const lost = answers()
  const asked = network(...lost, done())

  expect(await sendToEnd(step, { id: 'a' })).toEqual({ output: { movido: true }, revision: 12 })

  expect(asked).toHaveLength(lost.length + 1)
  const keys = keysOf(asked)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('a success that is never readable is reported as no answer, so that a form keeps its key', async () => {
  network(...Array.from({ length: 3 }, () => new Response('<html>')))

  const refused = expect(request(step, { id: 'a' })).rejects.toMatchObject({ code: 'network.away', status: 0 })
  await vi.runAllTimersAsync()
  await refused
})

test('two commands have two keys', async () => {
  const asked = network(done(), done())
  await request(step, { id: 'a' })
  await request(step, { id: 'a' })

  expect(new Set(keysOf(asked)).size).toBe(2)
})

test('a refusal keeps its code, its sentence and the sentences of its fields', async () => {
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

test('a refusal of a proxy is reported as unreadable', async () => {
  network(new Response('<html>', { status: 413 }))
  await expect(request(step, { id: 'a' })).rejects.toMatchObject({ code: 'answer.unreadable', status: 413 })
})

test('a command can be sent again under its key, and the caller hears of each retry', async () => {
  const asked = network(null, null, null, null, done())
  const onAgain = vi.fn<() => void>()

  const answer = await sendToEnd(step, { id: 'a' }, { key: 'la-misma-de-antes', isPatient: true, onAgain })

  expect(answer.revision).toBe(12)
  expect(onAgain).toHaveBeenCalledTimes(4)
  expect(keysOf(asked)).toEqual(Array.from({ length: 5 }, () => 'la-misma-de-antes'))
})

const AWAY = /^No se pudo conectar con el servidor\. Revisa tu conexión y vuelve a intentarlo\.$/

test.each([
  [{ method: 'POST', path: '/api/sesion', savesNothing: true }, AWAY],
  [SIGN_OUT_ADDRESS, AWAY],
  [{ method: 'POST', path: '/api/usuarios' }, /no sabemos si se guardó.*Revisa tu conexión/s],
] as const)('without an answer to %j the person reads in a sentence what is known', async (to, said) => {
  network()
  const refused = expect(request(to, {})).rejects.toMatchObject({ status: 0, message: expect.stringMatching(said) })
  await vi.runAllTimersAsync()
  await refused
})

/** The requests that make the browser drop its connections. */
const probes: Asked[] = []

/** A server that answers each request after a time in ms, or never. */
function slowNetwork(...delays: number[]): Asked[] {
  const asked: Asked[] = []
  probes.length = 0
  vi.stubGlobal('fetch', (...call: Asked) => {
    if (call[1]?.method === 'HEAD') {
      probes.push(call)
      return Promise.resolve(new Response())
    }
    asked.push(call)
    return new Promise<Response>((resolve, reject) => {
      call[1]?.signal?.addEventListener('abort', () => reject(new DOMException('timeout', 'TimeoutError')))
      setTimeout(() => resolve(done()), delays[asked.length - 1])
    })
  })
  return asked
}

/** `AbortSignal.timeout` runs on the machine's own clock. */
function fakeTimeouts(): void {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const line = new AbortController()
    setTimeout(() => line.abort(), ms)
    return line.signal
  })
}

const signIn = { method: 'POST', path: '/api/sesion', savesNothing: true } as const

test('an answer after 10 s counts, and the page says after 4 s that it takes long', async () => {
  fakeTimeouts()
  const asked = slowNetwork(10_000)

  const answer = request(signIn, {})
  await vi.advanceTimersByTimeAsync(3_999)
  expect(slowness.read()).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(slowness.read()).toBe('long')
  await vi.advanceTimersByTimeAsync(6_000)

  expect((await answer).revision).toBe(12)
  expect(asked).toHaveLength(1)
})

test.each([
  ['fine', 30_000],
  ['coarse', 60_000],
])('with a %s pointer an attempt may take %s ms, and is repeated once under its key', async (pointer, limit) => {
  fakeTimeouts()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${pointer})` }))
  const asked = slowNetwork(limit + 1, limit + 1, 0)

  const refused = expect(request(step, { id: 'a' })).rejects.toMatchObject({ code: 'network.away' })
  await vi.advanceTimersByTimeAsync(limit - 1)
  expect(asked).toHaveLength(1)
  expect(probes).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  // Its connection may be one of several whose path is gone.
  expect(probes).toHaveLength(6)
  await vi.runAllTimersAsync()
  await refused

  expect(new Set(keysOf(asked)).size).toBe(1)
  expect(asked).toHaveLength(2)
})
