import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ON_POSTGRES, RELIABILITY_ON_POSTGRES } from '../scripts/engines.ts'
import { root } from '../scripts/run.ts'
import { findBinaries } from './support/postgres.ts'

/** A folder of programs that say they are of a version, as Debian's and others' do. */
function binariesOf(version: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'salsa-pg-')), 'bin')
  mkdirSync(folder)
  for (const name of ['initdb', 'postgres'])
    writeFileSync(join(folder, name), `#!/bin/sh\necho '${name} (PostgreSQL) ${version}'\n`, { mode: 0o755 })
  return folder
}

test('the reason for skipped tests names a PostgreSQL that is too old', () => {
  const old = binariesOf('14.13 (Debian 14.13-1)')
  const reason = `Las pruebas piden PostgreSQL 15 o posterior, y el de ${old} es 14.13.`
  expect(findBinaries([old, binariesOf('9.6.24')])).toEqual({ reason })
  expect(findBinaries(['/no/hay'])).toEqual({ reason: 'No se encontró PostgreSQL.' })
})

test.each(['15.18 (Debian 15.18-0+deb12u1)', '17.6', '18beta2'])(
  'a PostgreSQL %s is used, also behind one that is too old',
  (version) => {
    const folder = binariesOf(version)
    expect(findBinaries([binariesOf('14.13'), folder])).toEqual({ folder })
  },
)

test('every file that is named to run on PostgreSQL exists', () => {
  const missing = [...ON_POSTGRES, ...RELIABILITY_ON_POSTGRES].filter((file) => !existsSync(join(root, file)))
  expect(missing).toEqual([])
})
