import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockServer } from './server-lock.ts'

test('the lock of a server writes nothing to the disk, which may be full', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candado-'))
  const unlock = lockServer(folder)
  expect(readdirSync(folder)).toEqual(['evento.sqlite-servidor'])
  unlock()
  rmSync(folder, { recursive: true })
})
