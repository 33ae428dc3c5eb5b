import { expect, test, vi } from 'vitest'
import { SERVER_TIME_HEADER, snapshotUrl } from '#contract/live.ts'
import { askSnapshot } from './snapshot.ts'
import { fakeTime } from '../../../tests/support/time.ts'

const answer = (): Response =>
  Response.json({ epoch: 'e', revision: 1, views: {} }, { headers: { [SERVER_TIME_HEADER]: '5000000' } })

const on = new AbortController().signal

/** The request that the page sent one second before the program was loaded, answered after 400 ms. */
function askEarly(...keys: string[]): { readonly abort: () => void } {
  const early = {
    url: snapshotUrl(keys),
    isPublic: false,
    from: 999_000,
    answered: 999_400,
    response: Promise.resolve(answer()),
    abort: vi.fn<() => void>(),
  }
  vi.stubGlobal('temprana', early)
  return early
}

fakeTime()

test('an early request is not sent again, and the clock adds the age of its answer', async () => {
  askEarly('portada', 'horario')
  const fetch = vi.fn<() => Promise<Response>>()

  const { ahora, age } = await askSnapshot(fetch, ['portada', 'horario'], on)

  expect(fetch).not.toHaveBeenCalled()
  expect({ ahora, age }).toEqual({ ahora: 5_000_000, age: 200 + 600 })
})

test('a request without an answer makes the browser drop its connections', async () => {
  const probe = vi.fn(async () => new Response())
  vi.stubGlobal('fetch', probe)
  const never = (_url: string, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<Response>((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
  const refused = expect(askSnapshot(never, ['portada'], on)).rejects.toThrow('aborted')
  await vi.advanceTimersByTimeAsync(29_999)
  expect(probe).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await refused
  expect(probe).toHaveBeenCalledTimes(6)
})

test('an early request is used once, and only for the same views', async () => {
  askEarly('portada')
  const fetch = vi.fn(async () => answer())
  await askSnapshot(fetch, ['portada', 'horario'], on)
  expect(fetch).toHaveBeenCalledTimes(1)

  askEarly('portada')
  await askSnapshot(fetch, ['portada'], on)
  expect(fetch).toHaveBeenCalledTimes(1)
  await askSnapshot(fetch, ['portada'], on)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('an early answer that arrived before its reader is not aborted before its body is read', async () => {
  const early = askEarly('portada')
  vi.setSystemTime(1_028_999)
  const asked = askSnapshot(vi.fn(), ['portada'], on)
  await vi.advanceTimersByTimeAsync(1)

  expect((await asked).ahora).toBe(5_000_000)
  expect(early.abort).not.toHaveBeenCalled()
})

test('an early request that is too old is aborted, and another one is sent', async () => {
  const early = askEarly('portada')
  vi.setSystemTime(1_100_000)
  const fetch = vi.fn(async () => answer())

  await askSnapshot(fetch, ['portada'], on)

  expect(early.abort).toHaveBeenCalledOnce()
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('the date of a public answer is a guess of the clock: a cache may have answered', async () => {
  const early = askEarly('portada')
  const headers = { date: 'Thu, 01 Jan 1970 01:00:00 GMT' }
  const response = Promise.resolve(Response.json({ epoch: 'e', revision: 1, views: {} }, { headers }))
  vi.stubGlobal('temprana', { ...early, isPublic: true, response })
  const fetch = vi.fn<() => Promise<Response>>()
  const { ahora, isGuess } = await askSnapshot(fetch, ['portada'], on)
  expect({ ahora, isGuess }).toEqual({ ahora: 3_600_000, isGuess: true })
})
