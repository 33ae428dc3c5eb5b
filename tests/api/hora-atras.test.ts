import { expect, test } from 'vitest'
import { begin } from '../support/tus.ts'
import { claimAttempt, mustHaveAttempts, type Limit } from '../../src/server/acceso/attempts.ts'
import { startApp } from '../support/app.ts'

const DAY_MS = 24 * 60 * 60_000
const NOW = Date.parse('2025-04-10T18:00:00Z')
const OLVIDO: readonly Limit[] = [
  ['olvido-dir', '10.0.0.1'],
  ['olvido', 'a@b.mx'],
]
const TOO_MANY = { code: 'session.tooManyRequests' }

test('limits that were reached before the clock of the machine went back a day do not last a day', async () => {
  let now = NOW + DAY_MS
  await using app = await startApp({ now: () => now })
  const { deps } = app
  const tries = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await claimAttempt(deps, OLVIDO)
  }
  await tries(3)
  await expect(tries(1)).rejects.toMatchObject(TOO_MANY)
  const olvido: Limit = ['olvido', 'a@b.mx']
  await expect(mustHaveAttempts(deps, olvido)).rejects.toMatchObject(TOO_MANY)

  now = NOW
  await mustHaveAttempts(deps, olvido)
  await tries(3)
  await expect(tries(1)).rejects.toMatchObject(TOO_MANY)
})

test('of two instances whose clocks differ by ten minutes, the later one does not begin the window again', async () => {
  let now = NOW
  await using app = await startApp({ now: () => now })
  const tries = async (): Promise<unknown> => claimAttempt(app.deps, OLVIDO)
  for (const ahead of [10, 0, 10]) {
    now = NOW + ahead * 60_000
    await tries()
  }
  now = NOW
  await expect(tries()).rejects.toMatchObject(TOO_MANY)
})

test('a person who sent a file before the clock of the machine went back may send another one', async () => {
  let now = NOW + 2 * DAY_MS
  await using app = await startApp({ now: () => now })
  const user = await app.as('usuario')
  expect((await begin(app, user, 50_000)).status).toBe(201)
  now = NOW
  expect((await begin(app, user, 50_000)).status).toBe(201)
})
