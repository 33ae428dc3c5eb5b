import { expect, test } from 'vitest'
import { formatCount } from './plural.ts'

test.each([
  [0, '0 turnos'],
  [1, '1 turno'],
  [2, '2 turnos'],
])('%i agrees with its noun', (count, said) => {
  expect(formatCount(count, 'turno', 'turnos')).toBe(said)
})
