import { sweep } from '../../src/server/sweep.ts'
import type { TestApp } from './app.ts'

const DAY_MS = 24 * 60 * 60_000
let days = 0

/**
 * Sweeps, and again a day later: only the files stay that a row names. The day goes on from call to call, so that a file which
 * appears between the two sweeps is removed by the next call.
 */
export async function sweepOrphans({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  const sweepOn = (day: number): Promise<void> => sweep({ ...deps, now: () => deps.now() + day * DAY_MS })
  await sweepOn(days)
  days += 1
  await sweepOn(days)
}
