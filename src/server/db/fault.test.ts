import { expect, test } from 'vitest'
import { isDiskFull } from './fault.ts'

test.each([
  ['SQLite cannot write', { errcode: 13 }, true],
  ['SQLite cannot make the memory that its processes share', { errcode: 4874 }, true],
  ['a file cannot be made', { code: 'ENOSPC' }, true],
  ['the disk fails', { errcode: 10 }, false],
  ['there is no permission', { code: 'EACCES' }, false],
])('a disk is full when %s: %j is %s', (_what, fields, isFull) => {
  expect(isDiskFull(Object.assign(new Error('disk'), fields))).toBe(isFull)
})
