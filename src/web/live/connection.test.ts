import { expect, test, vi } from 'vitest'
import { renewConnections, ServerClock } from './connection.ts'
import { fakeTime } from '../../../tests/support/time.ts'

fakeTime()

test('connections are asked all at once, and those without an answer are dropped when one answers, or after 5 s', async () => {
  const signals: AbortSignal[] = []
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', (_url: string, { signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise<void>((resolve) => answers.push(resolve))
  })
  renewConnections()
  expect(signals).toHaveLength(6)
  answers[3]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(signals.every(({ aborted }) => aborted)).toBe(true)

  signals.length = 0
  renewConnections()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(signals.some(({ aborted }) => aborted)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
})

test('the clock follows the server, with the age of its answer added, and later only by more than a second', () => {
  const clock = new ServerClock()
  clock.hear(2_000_000, 150)
  expect(clock.now()).toBe(2_000_150)
  clock.hear(2_001_050)
  expect(clock.now()).toBe(2_000_150)
  clock.hear(2_005_000)
  expect(clock.now()).toBe(2_005_000)
})

test('a guess moves the clock until the server says its time, which then holds to the millisecond', () => {
  const clock = new ServerClock()
  clock.guess(2_000_000, 0)
  clock.guess(2_000_500, 0)
  expect(clock.now()).toBe(2_000_500)
  clock.hear(2_000_900)
  expect(clock.now()).toBe(2_000_900)
  clock.guess(9_000_000, 0)
  expect(clock.now()).toBe(2_000_900)
})

test("the clock ticks on the server's seconds with one timer, which stops with the last reader", async () => {
  const clock = new ServerClock()
  clock.hear(2_000_400)
  const [one, two] = [vi.fn(), vi.fn()]
  // Compared without a pause: what other tests left may set timers too.
  const without = vi.getTimerCount()
  const stopOne = clock.subscribe(one)
  const stopTwo = clock.subscribe(two)
  expect(vi.getTimerCount()).toBe(without + 1)
  one.mockClear()
  expect(clock.second()).toBe(2_000_000)

  await vi.advanceTimersByTimeAsync(600)
  expect(clock.second()).toBe(2_001_000)
  expect(one).toHaveBeenCalledTimes(1)
  expect(two).toHaveBeenCalledTimes(1)
  expect(clock.minute()).toBe(1_980_000)

  const before = vi.getTimerCount()
  stopOne()
  expect(vi.getTimerCount()).toBe(before)
  stopTwo()
  expect(vi.getTimerCount()).toBe(before - 1)
})
