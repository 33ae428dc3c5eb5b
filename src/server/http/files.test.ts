import { expect, test } from 'vitest'
import { rangeOf } from './files.ts'

test.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=20-10', 'unsatisfiable'],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  [undefined, null],
])('of a hundred bytes, %s is %j', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range)
})
