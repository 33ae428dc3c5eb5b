import { expect, test } from 'vitest'
import { numberOf } from './Field.tsx'

test.each([
  ['5', 5],
  [' 12 ', 12],
  ['0', 0],
  ['-1', -1],
  ['2.5', 2.5],
  ['', ''],
  ['cinco', 'cinco'],
  ['1e3', '1e3'],
])('%j is read as %j', (texto, value) => {
  expect(numberOf(texto)).toBe(value)
})
