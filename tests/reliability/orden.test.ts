import * as fc from 'fast-check'
import { test } from 'vitest'
import { acts, keepsOrder } from '../support/orden.ts'

test(
  'lists stay numbered 1..n when two administrators act at the same moment, in a hundred events',
  { timeout: 900_000 },
  async () => {
    await fc.assert(fc.asyncProperty(acts, keepsOrder), { numRuns: 100, seed: 5, endOnFailure: true })
  },
)
