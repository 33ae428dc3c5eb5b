import { expect, test } from 'vitest'
import { formatDuracion, formatRestante } from './duracion.ts'

test('what has passed is shown in minutes and seconds', () => {
  expect([0, 9.9, 72, 600].map(formatDuracion)).toEqual(['0:00', '0:09', '1:12', '10:00'])
})

test('what is left bears a minus sign, and reaches zero only at the end', () => {
  expect([128, 0.2, 0, -1].map(formatRestante)).toEqual(['−2:08', '−0:01', '−0:00', '−0:00'])
})
