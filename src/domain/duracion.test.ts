import { expect, test } from 'vitest'
import { formatDuracion } from './duracion.ts'

test('a length is shown in minutes and seconds', () => {
  expect([0, 9.9, 72, 600].map(formatDuracion)).toEqual(['0:00', '0:09', '1:12', '10:00'])
})
