import { expect, test } from 'vitest'
import { formatOf } from './formato.ts'

test.each([
  ['ffd8ffe000104a46', 'jpeg'],
  ['89504e470d0a1a0a', 'png'],
  ['524946461000000057454250', 'webp'],
  ['0000001866747970686569630000', 'heic'],
  ['0000002066747970617669660000', null],
  ['474946383961', null],
  ['', null],
])('a file that starts with %s is %s', (start, format) => {
  expect(formatOf(Buffer.from(start, 'hex'))).toBe(format)
})
