import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly integrity?: string
  /** Comes inside the archive of another package, which has the hash. */
  readonly inBundle?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

test('every package of the lock file has a hash, on every platform', () => {
  const unhashed = Object.entries(packages).filter(([path, one]) => path !== '' && !one.integrity && !one.inBundle)

  expect(unhashed.map(([path]) => path)).toEqual([])
})

test('the lock file has the native packages of every platform, without which no platform can install from it', () => {
  const paths = Object.keys(packages)
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))

  expect(missing).toEqual([])
})
