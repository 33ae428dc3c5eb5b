import { expect, test } from 'vitest'
import { formatMegas } from './FileButton.tsx'

test.each([
  [0, '0.0 MB'],
  [900, '1 kB'],
  [69_000, '68 kB'],
  [104_858, '0.1 MB'],
  [5_347_738, '5.1 MB'],
  [41 * 1024 * 1024, '41.0 MB'],
])('%d bytes are %s, on one line', (bytes, said) => {
  expect(formatMegas(bytes)).toBe(said.replace(' ', '\u00a0'))
})
