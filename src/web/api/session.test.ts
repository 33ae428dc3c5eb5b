import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { feed } from '../live/tab.ts'
import { ApiProblem } from './request.ts'
import { session } from './session.ts'

const usuario = { role: 'usuario', id: 'u1', nombre: 'Ana', email: 'ana@example.com' } as const
const admin = { role: 'admin', id: 'a1', nombre: 'Organización', email: 'o@example.com' } as const

const kept = new Map<string, string>()
const answer = vi.fn<(method: string) => Response>()
const changePerson = vi.spyOn(feed, 'changePerson').mockReturnValue()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => Promise.resolve(answer(init.method ?? 'GET')))
  session.become({ role: 'visitante' })
  changePerson.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  answer.mockReset()
})

test('who is signed in is what the server says', async () => {
  answer.mockReturnValue(Response.json(admin))

  await session.load()

  expect(session.read()).toEqual(admin)
})

test('an answer from before somebody signed in signs nobody out', async () => {
  const slow = Promise.withResolvers<Response>()
  const asked = vi.fn(() => slow.promise)
  vi.stubGlobal('fetch', asked)
  const asking = session.load()
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  session.become(usuario)

  slow.resolve(Response.json({ role: 'visitante' }))
  await asking

  expect(session.read()).toEqual(usuario)
})

test("a user's id is kept in this browser until they sign out", async () => {
  session.become(usuario)
  expect(kept.get('uid')).toBe('u1')

  answer.mockReturnValue(Response.json({}))
  await session.end()

  expect(answer).toHaveBeenCalledWith('DELETE')
  expect(kept.has('uid')).toBe(false)
  expect(session.read()).toEqual({ role: 'visitante' })
})

test("an administrator's id is not", () => {
  session.become(admin)

  expect(kept.size).toBe(0)
})

test('a session that has ended elsewhere is as good as ended here', async () => {
  session.become(admin)
  answer.mockReturnValue(Response.json({ code: 'session.required', message: 'Debes iniciar sesión.' }, { status: 401 }))

  await session.end()

  expect(session.read()).toEqual({ role: 'visitante' })
})

test('a session that could not be ended goes on, and says so', async () => {
  session.become(admin)
  answer.mockReturnValue(Response.json({ code: 'server.fault', message: 'Falló.' }, { status: 500 }))

  await expect(session.end()).rejects.toBeInstanceOf(ApiProblem)
  expect(session.read()).toEqual(admin)
})

test('where nobody answers, what is said of signing out speaks of no saving', async () => {
  vi.useFakeTimers()
  session.become(admin)
  answer.mockImplementation(() => {
    throw new TypeError('Failed to fetch')
  })

  const refused = expect(session.end()).rejects.toThrow(/^No se pudo conectar con el servidor\. Revisa/)
  await vi.runAllTimersAsync()
  await refused
})

test('the live views follow the person: another one starts them anew, the same one does not', () => {
  session.become(admin)
  expect(changePerson).toHaveBeenCalledTimes(1)

  session.become({ ...admin })
  expect(changePerson).toHaveBeenCalledTimes(1)

  session.become(usuario)
  expect(changePerson).toHaveBeenCalledTimes(2)
})

test('a session that ends by itself is told; one that is ended here is not, though its stream ends before the answer', async () => {
  const onEnded = vi.spyOn(session, 'onEnded')
  session.become(usuario)
  answer.mockReturnValue(Response.json({ role: 'visitante' }))
  await session.load()
  expect(onEnded).toHaveBeenCalledTimes(1)

  session.become(usuario)
  const over = Promise.withResolvers<void>()
  const ending = session.change(async () => {
    await over.promise
    session.become({ role: 'visitante' })
  })
  const asking = session.load()
  over.resolve()
  await Promise.all([ending, asking])
  expect(onEnded).toHaveBeenCalledTimes(1)
})

test('nobody is asked who we are while somebody else signs in', async () => {
  session.become(usuario)
  answer.mockReturnValue(Response.json({ role: 'visitante' }))
  const entered = Promise.withResolvers<void>()
  const changing = session.change(async () => {
    await entered.promise
    answer.mockReturnValue(Response.json(usuario))
  })
  const asking = session.load()
  await Promise.resolve()
  expect(answer).not.toHaveBeenCalled()
  entered.resolve()
  await Promise.all([changing, asking])
  expect(session.read()).toEqual(usuario)
})
