import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSesiones } from '#contract/acceso.ts'
import { SIGN_OUT_ADDRESS } from '#contract/sesion.ts'
import { feed } from '../live/tab.ts'
import { endSession, readMark, session } from './session.ts'
import { ApiProblem, slowness } from './request.ts'

const usuario = { role: 'usuario', id: 'u1', nombre: 'Ana', email: 'ana@example.com' } as const
const admin = { role: 'admin', id: 'a1', nombre: 'Organización', email: 'o@example.com' } as const

const done = () => Response.json({}, { headers: { 'x-revision': '1' } })

const kept = new Map<string, string>()
const answer = vi.fn<(method: string) => Response>()
const changePerson = vi.spyOn(feed, 'changePerson').mockReturnValue()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
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

test('the session is the one that the server answers', async () => {
  answer.mockReturnValue(Response.json(admin))

  await session.load()

  expect(session.read()).toEqual(admin)
})

test('an answer that is no session signs nobody out', async () => {
  vi.useFakeTimers()
  session.become(usuario)
  answer.mockReturnValue(Response.json({ status: 'login' }))

  await session.load()

  expect(session.read()).toEqual(usuario)
})

test('an answer from before a sign-in signs nobody out', async () => {
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

  answer.mockReturnValue(done())
  await endSession(SIGN_OUT_ADDRESS)

  expect(answer).toHaveBeenCalledWith('DELETE')
  expect(kept.has('uid')).toBe(false)
  expect(session.read()).toEqual({ role: 'visitante' })
})

test("an administrator's id is not", () => {
  session.become(admin)

  expect([...kept]).not.toContainEqual(expect.arrayContaining(['a1']))
  expect(kept.has('uid')).toBe(false)
})

test.each([SIGN_OUT_ADDRESS, endSesiones])(
  'a session that ended elsewhere counts as ended here: $path',
  async (command) => {
    const onPerson = vi.spyOn(session, 'onPerson')
    session.become(admin)
    answer.mockReturnValue(
      Response.json({ code: 'session.required', message: 'Debes iniciar sesión.' }, { status: 401 }),
    )
    onPerson.mockClear()

    await endSession(command)

    expect(session.read()).toEqual({ role: 'visitante' })
    // Messages for the previous person must not reach the next one.
    expect(onPerson).toHaveBeenCalledOnce()
  },
)

test('signing out says after 4 s that it takes long', async () => {
  vi.useFakeTimers()
  session.become(admin)
  const slow = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => slow.promise)

  const ending = endSession(SIGN_OUT_ADDRESS)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(slowness.read()).toBe('long')
  slow.resolve(done())
  await ending

  expect(slowness.read()).toBeNull()
})

test('a session that could not be ended goes on, and the caller gets the problem', async () => {
  session.become(admin)
  answer.mockReturnValue(Response.json({ code: 'server.fault', message: 'Falló.' }, { status: 500 }))

  await expect(endSession(SIGN_OUT_ADDRESS)).rejects.toBeInstanceOf(ApiProblem)
  expect(session.read()).toEqual(admin)
})

test('without an answer, the message about signing out does not speak of saving', async () => {
  vi.useFakeTimers()
  session.become(admin)
  answer.mockImplementation(() => {
    throw new TypeError('Failed to fetch')
  })

  const refused = expect(endSession(SIGN_OUT_ADDRESS)).rejects.toThrow(/^No se pudo conectar con el servidor\. Revisa/)
  await vi.runAllTimersAsync()
  await refused
})

test('another person starts the live views again, the same person does not', () => {
  session.become(admin)
  expect(changePerson).toHaveBeenCalledTimes(1)

  session.become({ ...admin })
  expect(changePerson).toHaveBeenCalledTimes(1)

  session.become(usuario)
  expect(changePerson).toHaveBeenCalledTimes(2)
})

test('a session that ends by itself is reported; a sign-out is not, though its stream ends before the answer', async () => {
  const onReplaced = vi.spyOn(session, 'onReplaced')
  session.become(usuario)
  const mark = readMark()
  answer.mockReturnValue(Response.json({ role: 'visitante' }))
  await session.load()
  expect(onReplaced.mock.calls).toEqual([[usuario, mark]])
  expect(readMark()).toBe(mark)

  session.become(usuario)
  const over = Promise.withResolvers<void>()
  const ending = session.change(async () => {
    await over.promise
    session.become({ role: 'visitante' })
  })
  const asking = session.load()
  over.resolve()
  await Promise.all([ending, asking])
  expect(onReplaced).toHaveBeenCalledTimes(1)
})

/** Another tab of the browser signs a person in. */
function enterElsewhere(): void {
  kept.set('sesion', `marca ${kept.size} ${Math.random()}`)
}

test('a person who signs in or out in another tab is loaded once, and every own sign-in tells the other tabs', async () => {
  const onReplaced = vi.spyOn(session, 'onReplaced')
  const marks = new Set([readMark()])
  for (const one of [admin, usuario, { role: 'visitante' } as const, admin])
    marks.add((session.become(one), readMark()))
  expect(marks.size).toBe(5)
  session.become({ ...admin })
  expect(marks).toContain(readMark())
  answer.mockReturnValue(Response.json(usuario))
  expect(await session.follow()).toBe(true)
  expect(answer).not.toHaveBeenCalled()

  onReplaced.mockClear()
  const mark = readMark()
  enterElsewhere()
  const elsewhere = readMark()
  expect(await Promise.all([session.follow(), session.follow()])).toEqual([true, true])
  expect(answer).toHaveBeenCalledTimes(1)
  expect(session.read()).toEqual(usuario)
  expect(onReplaced.mock.calls).toEqual([[admin, mark]])
  // Taken over, not announced again: two tabs would answer each other without end.
  expect(readMark()).toBe(elsewhere)
})

test('an answer from before another tab signed in is not the last one', async () => {
  session.become(admin)
  const slow = Promise.withResolvers<Response>()
  const answers = [slow.promise, Promise.resolve(Response.json(usuario))]
  vi.stubGlobal('fetch', () => answers.shift())
  const asking = session.load()
  await Promise.resolve()
  enterElsewhere()
  const following = session.follow()
  slow.resolve(Response.json(admin))
  await Promise.all([asking, following])
  expect(session.read()).toEqual(usuario)
})

test('a sign-out does not end the session of a person who came in another tab', async () => {
  session.become(usuario)
  enterElsewhere()
  answer.mockReturnValue(Response.json(admin))
  await endSession(SIGN_OUT_ADDRESS)
  expect(answer.mock.calls).toEqual([['GET']])
  expect(session.read()).toEqual(admin)
})

test('a sign-out is not sent while the tab does not know whose session it would end', async () => {
  vi.useFakeTimers()
  session.become(usuario)
  enterElsewhere()
  answer.mockReturnValue(Response.json({}, { status: 502 }))
  const refused = expect(endSession(SIGN_OUT_ADDRESS)).rejects.toMatchObject({ code: 'network.away', status: 0 })
  await vi.advanceTimersByTimeAsync(2_900)
  await refused
  expect(answer.mock.calls.flat()).not.toContain('DELETE')
  expect(session.read()).toEqual(usuario)

  answer.mockReturnValue(Response.json(usuario))
  await session.load()
})

test('a sign-out is not retried once another person came in another tab', async () => {
  vi.useFakeTimers()
  session.become(usuario)
  answer.mockImplementation((method) => (enterElsewhere(), Response.json({}, { status: method === 'GET' ? 502 : 503 })))
  const refused = expect(endSession(SIGN_OUT_ADDRESS)).rejects.toMatchObject({ code: 'network.away' })
  await vi.runAllTimersAsync()
  await refused
  expect(answer.mock.calls).toEqual([['DELETE']])
})

test('a tab that had not heard of another person yet, and signs its own in again, tells the other tabs', () => {
  session.become(usuario)
  enterElsewhere()
  const elsewhere = readMark()
  session.become({ ...usuario })
  expect(readMark()).not.toBe(elsewhere)
})

test('without storage the tab knows of no other', async () => {
  vi.stubGlobal('localStorage', undefined)
  session.become(admin)
  expect(await session.follow()).toBe(true)
  expect(answer).not.toHaveBeenCalled()
})

test('the session is not loaded while a person signs in', async () => {
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

test('without an answer the session is loaded again, on a hidden page once it is visible', async () => {
  vi.useFakeTimers()
  const page = Object.assign(new EventTarget(), { hidden: true })
  vi.stubGlobal('document', page)
  answer.mockImplementation(() => {
    throw new TypeError('Failed to fetch')
  })
  await Promise.all([session.load(), vi.advanceTimersByTimeAsync(60_000)])
  const asked = answer.mock.calls.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(answer).toHaveBeenCalledTimes(asked)

  answer.mockReturnValue(Response.json(usuario))
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)

  expect(session.read()).toEqual(usuario)
})
