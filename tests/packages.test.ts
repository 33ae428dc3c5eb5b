import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly integrity?: string
  /** Comes inside the archive of another package, which has the hash. */
  readonly inBundle?: boolean
}

test('every package of the lock file has a hash, on every platform', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

  const unhashed = Object.entries(packages).filter(([path, one]) => path !== '' && !one.integrity && !one.inBundle)

  expect(unhashed.map(([path]) => path)).toEqual([])
})
