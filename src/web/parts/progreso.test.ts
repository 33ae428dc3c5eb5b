import { expect, test } from 'vitest'
import { formatMegas, formatQuedan } from './progreso.ts'

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

test('the remaining time of an upload is known after some seconds of measurement', () => {
  const megas = (sent: number, came: number, ms: number) => formatQuedan({ sent, total: 30, came, ms })
  expect(megas(2, 2, 2_900)).toBeNull()
  expect(megas(10, 0, 9_000)).toBeNull()
  expect(megas(30, 30, 9_000)).toBeNull()
  expect(megas(10, 10, 9_000)).toBe('unos 20\u00a0s')
  expect(megas(3, 3, 9_000)).toBe('unos 85\u00a0s')
  expect(megas(1, 1, 9_000)).toBe('unos 5\u00a0min')
})
