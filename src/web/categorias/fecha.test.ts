import { expect, test } from 'vitest'
import { formatFecha } from './fecha.ts'

test('a date is shown in the zone of the event, where the day may differ', () => {
  expect(formatFecha('2025-03-01T03:05:00.000Z', 'America/Mexico_City')).toBe('28 feb 2025, 21:05')
  expect(formatFecha('2025-12-31T23:30:00.000Z', 'Europe/Madrid')).toBe('1 ene 2026, 00:30')
})

test.each([null, '', 'ayer'])('%j is no date', (iso) => {
  expect(formatFecha(iso, 'America/Mexico_City')).toBe('Sin fecha')
})
