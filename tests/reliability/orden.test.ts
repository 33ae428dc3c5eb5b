import * as fc from 'fast-check'
import { test } from 'vitest'
import { acts, keepsOrder } from '../support/orden.ts'
import { casos } from '../support/random.ts'

const EVENTS = casos(35)

test(
  `lists stay numbered 1..n when two administrators act at the same moment, in ${EVENTS} events`,
  { timeout: casos(900_000) },
  async () => {
    await fc.assert(fc.asyncProperty(acts, keepsOrder), { numRuns: EVENTS, seed: 5, endOnFailure: true })
  },
)
