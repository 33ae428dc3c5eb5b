import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { endSesiones, signIn } from '#contract/acceso.ts'
import { SIGN_OUT_ADDRESS } from '#contract/sesion.ts'
import { feed } from '../live/tab.ts'
import { toast, toasts } from '../ui/toast.ts'
import { ApiProblem } from './request.ts'
import { send, endSession } from './send.ts'
import { isSignedOut, session } from './session.ts'

const usuario = { role: 'usuario', id: 'u1', nombre: 'Ana', email: 'ana@example.com' } as const
const admin = { role: 'admin', id: 'a1', nombre: 'Organización', email: 'o@example.com' } as const

const done = () => Response.json({}, { headers: { 'x-revision': '1' } })

const kept = new Map<string, string>()
const answer = vi.fn<(method: string, persona: string | null) => Response>()
/** The note that the tab leaves for the other tabs. */
const note = () => kept.get('sesion')
const changePerson = vi.spyOn(feed, 'changePerson').mockReturnValue()

beforeEach(() => {
  // A session that is not answered is asked for again later: not in the next file of tests.
  vi.useFakeTimers()
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', (_: string, init: RequestInit) =>
    Promise.resolve(answer(init.method ?? 'GET', new Headers(init.headers).get('x-persona'))),
  )
  session.become({ role: 'visitante' })
  changePerson.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  answer.mockReset()
})

test('an answer that is no session signs no person out', async () => {
  session.become(usuario)
  answer.mockReturnValue(Response.json({ status: 'login' }))

  await session.load()

  expect(session.read()).toEqual(usuario)
})

test('an answer from before a sign-in signs no person out', async () => {
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

test('the id of a user is kept in this browser until the user signs out, that of an administrator is not', async () => {
  session.become(usuario)
  expect(kept.get('uid')).toBe('u1')

  answer.mockReturnValue(done())
  await endSession(SIGN_OUT_ADDRESS)

  expect(answer).toHaveBeenCalledWith('DELETE', 'u1')
  expect(kept.has('uid')).toBe(false)
  expect(session.read()).toEqual({ role: 'visitante' })

  session.become(admin)
  expect([...kept]).not.toContainEqual(expect.arrayContaining(['a1']))
  expect(kept.has('uid')).toBe(false)
})

test.each([SIGN_OUT_ADDRESS, endSesiones])(
  'a session that ended elsewhere counts as ended here: $path',
  async (command) => {
    session.become(admin)
    answer.mockReturnValue(
      Response.json({ code: 'session.required', message: 'Debes iniciar sesión.' }, { status: 401 }),
    )
    toast('Se guardó.')

    await endSession(command)

    expect(session.read()).toEqual({ role: 'visitante' })
    // Messages for the previous person must not reach the next one.
    expect(toasts.read()).toEqual([])
  },
)

test('a session that could not be ended goes on, and the caller gets the problem', async () => {
  session.become(admin)
  answer.mockReturnValue(Response.json({ code: 'server.fault', message: 'Falló.' }, { status: 500 }))

  await expect(endSession(SIGN_OUT_ADDRESS)).rejects.toBeInstanceOf(ApiProblem)
  expect(session.read()).toEqual(admin)
})

test('another person starts the live views again, the same person does not', () => {
  session.become(admin)
  expect(changePerson).toHaveBeenCalledTimes(1)

  session.become({ ...admin })
  expect(changePerson).toHaveBeenCalledTimes(1)

  session.become(usuario)
  expect(changePerson).toHaveBeenCalledTimes(2)
})

/** The reports to the page that another person replaced its person. */
function replacements(): unknown[] {
  const told: unknown[] = []
  const tell = () => {
    const left = session.left.read()
    if (!left?.isOwn) told.push(left?.before)
  }
  onTestFinished(session.left.subscribe(tell))
  return told
}

test('a session that ends by itself is reported; a sign-out is not, though its stream ends before the answer', async () => {
  const told = replacements()
  session.become(usuario)
  answer.mockReturnValue(Response.json({ role: 'visitante' }))
  await session.load()
  expect(told).toEqual([usuario])
  expect(isSignedOut()).toBe(false)

  session.become(usuario)
  const over = Promise.withResolvers<void>()
  const ending = session.change(async () => {
    await over.promise
    session.become({ role: 'visitante' })
  })
  const asking = session.load()
  over.resolve()
  await Promise.all([ending, asking])
  expect(told).toHaveLength(1)
  expect(isSignedOut()).toBe(true)
})

/** Another tab of the browser signs a person in. */
function enterElsewhere(): void {
  kept.set('sesion', `nota ${Math.random()}`)
}

test('a person who signs in or out in another tab is loaded once, and every own sign-in tells the other tabs', async () => {
  const told = replacements()
  const notes = new Set([note()])
  for (const one of [admin, usuario, { role: 'visitante' } as const, admin]) notes.add((session.become(one), note()))
  // Signed out before and after: the same note.
  expect(notes.size).toBe(4)
  answer.mockReturnValue(Response.json(usuario))
  await session.follow()
  expect(answer).not.toHaveBeenCalled()

  enterElsewhere()
  const elsewhere = note()
  await Promise.all([session.follow(), session.follow()])
  expect(answer).toHaveBeenCalledTimes(1)
  expect(session.read()).toEqual(usuario)
  expect(told).toEqual([admin])
  // Taken over, not announced again: two tabs would answer each other without end.
  expect(note()).toBe(elsewhere)
  session.become({ ...usuario })
  expect(note()).not.toBe(elsewhere)
})

test('an answer from before a sign-in in another tab is replaced by the session of that tab', async () => {
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

const OTHER = { code: 'session.other', message: 'En este navegador entró otra persona. Lo que enviaste no se hizo.' }

test('a sign-out does not end the session of a person who came in another tab', async () => {
  session.become(usuario)
  answer.mockReturnValueOnce(Response.json(OTHER, { status: 403 })).mockReturnValue(Response.json(admin))
  await endSession(SIGN_OUT_ADDRESS)
  expect(answer.mock.calls).toEqual([
    ['DELETE', 'u1'],
    ['GET', null],
  ])
  expect(session.read()).toEqual(admin)
  expect(isSignedOut()).toBe(false)
})

test('each retry carries the person who sent the command, also after another person signed in in another tab', async () => {
  session.become(usuario)
  answer
    .mockReturnValueOnce(Response.json({}, { status: 503 }))
    .mockImplementation((method) => (method === 'GET' ? Response.json(admin) : Response.json(OTHER, { status: 403 })))
  const sent = send(endSesiones, {})
  const refused = expect(sent).rejects.toMatchObject({ code: 'session.other' })
  await session.load()
  await vi.runAllTimersAsync()
  await refused
  expect(answer.mock.calls.filter(([method]) => method === 'DELETE')).toEqual([
    ['DELETE', 'u1'],
    ['DELETE', 'u1'],
  ])
})

test('a refusal for another person reaches its caller once the page knows that person', async () => {
  session.become(usuario)
  const isSame = session.samePerson()
  answer.mockReturnValueOnce(Response.json(OTHER, { status: 403 })).mockReturnValue(Response.json(admin))
  await expect(send(endSesiones, {})).rejects.toMatchObject({ code: 'session.other' })
  expect([isSame(), session.read()]).toEqual([false, admin])
})

test('a sign-in is sent without a person, because it changes the person', async () => {
  session.become(usuario)
  answer.mockReturnValue(done())
  await send(signIn, { email: 'a@b.mx', password: 'x' })
  expect(answer).toHaveBeenCalledWith('POST', null)
})

test('without storage a tab does not notice a sign-in in another tab', async () => {
  vi.stubGlobal('localStorage', undefined)
  session.become(admin)
  await session.follow()
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
