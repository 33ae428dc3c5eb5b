import { expect, test } from 'vitest'
import { readPenalizado } from './penalizacion.ts'

test.each([
  ['0.01', 1],
  ['2.5', 250],
  [' 3,25 ', 325],
  ['1000', 1_000_00],
])('a penalty of %j is %i hundredths', (texto, puntos) => {
  expect(readPenalizado(texto)).toEqual({ puntos })
})

test.each(['', '0', '0.00', '-1', '1000.01', '0.005', 'dos'])('a penalty of %j is refused', (texto) => {
  expect(readPenalizado(texto)).toEqual({ fault: expect.stringContaining('mayor que 0') })
})
