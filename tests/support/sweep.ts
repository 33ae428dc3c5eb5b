import { sweep } from '../../src/server/sweep.ts'
import type { TestApp } from './app.ts'

const DAY_MS = 24 * 60 * 60_000

/** Sweeps now and a day later: only the files stay that a row names. */
export async function sweepOrphans({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  await sweep(deps)
  await sweep({ ...deps, now: () => deps.now() + DAY_MS })
}
