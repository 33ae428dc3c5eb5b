import { afterEach, beforeEach, vi } from 'vitest'

/** The time of each test of a file begins at `now`, and goes on by `settle` alone. What a test stubs or watches ends with it. */
export function fakeTime(now = 1_000_000): void {
  beforeEach(() => {
    vi.useFakeTimers({ now })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

/** Lets time pass, in ms, and what is under way go on. */
export const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
