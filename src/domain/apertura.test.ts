import { expect, test } from 'vitest'
import { aperturaOf } from './apertura.ts'

const at = (iso: string): number => Date.parse(iso)
const plazo = { desde: '2025-03-01T06:00:00.000Z', hasta: '2025-04-01T06:00:00.000Z' }

test.each([
  ['2025-03-01T05:59:59.999Z', 'antes'],
  ['2025-03-01T06:00:00.000Z', 'abiertas'],
  ['2025-04-01T05:59:59.999Z', 'abiertas'],
  ['2025-04-01T06:00:00.000Z', 'cerradas'],
] as const)('at %s entries are %s', (iso, apertura) => {
  expect(aperturaOf(plazo, at(iso))).toBe(apertura)
})

test('without dates entries are open', () => {
  expect(aperturaOf({ desde: null, hasta: null }, 0)).toBe('abiertas')
  expect(aperturaOf({ desde: null, hasta: plazo.hasta }, at('1999-01-01T00:00:00Z'))).toBe('abiertas')
  expect(aperturaOf({ desde: plazo.desde, hasta: null }, at('2099-01-01T00:00:00Z'))).toBe('abiertas')
})
