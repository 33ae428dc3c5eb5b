import { expect, test } from 'vitest'
import { Npm } from '../support/npm.ts'

test('npm run bench runs each of its parts', { timeout: 900_000 }, async () => {
  const { status, output } = await new Npm(['run', 'bench', '--', '--least']).ended
  expect(status, output).toBe(0)
})
