import { expect, test } from 'vitest'
import { countOf } from './plural.ts'

test.each([
  [0, '0 turnos'],
  [1, '1 turno'],
  [2, '2 turnos'],
])('%i agrees with its noun', (count, said) => {
  expect(countOf(count, 'turno', 'turnos')).toBe(said)
})
