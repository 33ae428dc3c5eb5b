import { expect, test } from 'vitest'
import { isConectada } from './pantalla.ts'

const NOW = 3_600_000

test('a screen is connected for thirty seconds after a report', () => {
  expect([NOW, NOW - 30_000, NOW - 30_001, undefined].map((visto) => isConectada(visto, NOW))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a report of before the clock of the machine went back does not connect a screen', () => {
  expect(isConectada(NOW + 3_600_000, NOW)).toBe(false)
})
