import type * as Crypto from 'node:crypto'
import { availableParallelism } from 'node:os'
import { expect, test, vi } from 'vitest'
import { startApp } from '../support/app.ts'
import { enter, seedCuenta } from '../support/cuentas.ts'

/** A password check that is held: the number of waiting checks does not depend on the speed of the machine. */
const checks = vi.hoisted(() => ({ mayBegin: Promise.resolve() }))

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof Crypto>()
  const argon2 = (...asked: Parameters<typeof crypto.argon2>) =>
    void checks.mayBegin.then(() => crypto.argon2(...asked))
  return { ...crypto, argon2 }
})

/** More than are checked at once and may wait, and from each account fewer than it takes. */
const PEOPLE = 84 + availableParallelism()
const ACCOUNTS = ['a@b.mx', 'b@b.mx', 'c@b.mx', 'd@b.mx']

test('when too many people sign in to one account at once, some are told to retry, and only the successful sign-ins are counted', async () => {
  await using app = await startApp()
  for (const email of ACCOUNTS) await seedCuenta(app, { email, en: ['admin'] })
  const held = Promise.withResolvers<void>()
  checks.mayBegin = held.promise
  const told: number[] = []

  const entering = Array.from({ length: PEOPLE }, async (_, index) => {
    const answer = await enter(app, { email: ACCOUNTS[index % 4] ?? '', from: `10.0.${index >> 8}.${index & 255}` })
    told.push(answer.statusCode)
    return answer
  })
  await expect.poll(() => told.includes(429)).toBe(true)
  held.resolve()
  const answers = await Promise.all(entering)

  expect(new Set(told)).toEqual(new Set([200, 429]))
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect([refused?.json().code, refused?.headers['retry-after']]).toEqual(['session.tooManyRequests', '2'])
  const counted = await app.deps.db.read((tx) => tx.selectFrom('intento').select(['bucket', 'cuenta']).execute())
  const successes = counted.filter(({ bucket }) => bucket.startsWith('exito:'))
  expect(counted.filter((row) => row.cuenta > 0 && !successes.includes(row))).toEqual([])
  expect(successes.reduce((sum, { cuenta }) => sum + cuenta, 0)).toBe(told.filter((status) => status === 200).length)
})
