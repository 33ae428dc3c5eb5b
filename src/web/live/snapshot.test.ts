import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOCK_HEADER, snapshotUrl } from '#contract/live.ts'
import { askSnapshot } from './snapshot.ts'

const answer = (): Response =>
  Response.json({ epoch: 'e', revision: 1, views: {} }, { headers: { [CLOCK_HEADER]: '5000000' } })

/** What the page asked for a second before its program came, answered after 400 ms. */
function askEarly(...keys: string[]): void {
  const early = { url: snapshotUrl(keys), from: 999_000, answered: 999_400, response: Promise.resolve(answer()) }
  vi.stubGlobal('window', { temprana: early })
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what the page has asked for early is not asked again, and the clock reckons with how long it has lain', async () => {
  askEarly('portada', 'horario')
  const fetch = vi.fn<() => Promise<Response>>()

  const { ahora, age } = await askSnapshot(fetch, ['portada', 'horario'])

  expect(fetch).not.toHaveBeenCalled()
  expect({ ahora, age }).toEqual({ ahora: 5_000_000, age: 200 + 600 })
})

test('it serves once, and only for just the same views', async () => {
  askEarly('portada')
  const fetch = vi.fn(async () => answer())
  await askSnapshot(fetch, ['portada', 'horario'])
  expect(fetch).toHaveBeenCalledTimes(1)

  askEarly('portada')
  await askSnapshot(fetch, ['portada'])
  expect(fetch).toHaveBeenCalledTimes(1)
  await askSnapshot(fetch, ['portada'])
  expect(fetch).toHaveBeenCalledTimes(2)
})
