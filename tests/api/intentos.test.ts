import { expect, test } from 'vitest'
import { claimAttempt, signInBuckets } from '../../src/server/acceso/limits.ts'
import { startApp } from '../support/app.ts'

const AT_ONCE = 20
const ROUNDS = 8
/** Tries of an hour that is long over: whoever comes next clears them away. */
const OVER = Array.from({ length: 6 }, (_, index) => ({ bucket: `dir:10.0.0.${index}`, cuenta: 1, hasta: 1 }))

test('those who come to one door at the same moment do not wait for each other for ever', async () => {
  await using app = await startApp()
  for (let round = 0; round < ROUNDS; round += 1) {
    await app.deps.db.write((tx) =>
      tx
        .insertInto('intento')
        .values(OVER)
        .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ hasta: 1 }))
        .execute(),
    )
    const tries = Array.from({ length: AT_ONCE }, async (_, index) => {
      const refund = await claimAttempt(app.deps, signInBuckets(`u${index % 4}@b.mx`, `10.0.0.${index % 2}`))
      await refund()
    })
    // A database that finds two waiting for each other refuses one of them, after a second.
    await expect(Promise.all(tries)).resolves.toHaveLength(AT_ONCE)
  }
})
