import { expect, test } from 'vitest'
import { formatDesde, formatHora, formatMomento, isZona } from './hora.ts'

const MEXICO = 'America/Mexico_City'

test('a time is shown in the zone of the event', () => {
  expect(formatHora(Date.parse('2025-04-11T16:00:00Z'), MEXICO)).toBe('10:00')
  expect(formatHora(Date.parse('2025-04-11T06:05:00Z'), MEXICO)).toBe('00:05')
  expect(formatHora(null, MEXICO)).toBe('--:--')
})

test('a zone is valid when the runtime knows it', () => {
  expect(isZona(MEXICO)).toBe(true)
  expect(isZona('America/Querétaro')).toBe(false)
})

test('a date with its time reads as a sentence, in the zone', () => {
  const now = Date.parse('2025-04-09T18:00:00Z')
  expect(formatMomento(Date.parse('2025-04-10T18:00:00Z'), MEXICO, now)).toBe('10 de abril a las 12:00')
})

test('a date of another year in the zone includes the year', () => {
  const now = Date.parse('2026-01-01T02:00:00Z')
  expect(formatMomento(Date.parse('2030-01-01T15:00:00Z'), MEXICO, now)).toBe('1 de enero de 2030 a las 09:00')
  expect(formatMomento(Date.parse('2026-01-01T15:00:00Z'), MEXICO, now)).toBe('1 de enero de 2026 a las 09:00')
  expect(formatMomento(Date.parse('2025-12-31T15:00:00Z'), MEXICO, now)).toBe('31 de diciembre a las 09:00')
})

test('data of today shows its time; data of another day shows the date too', () => {
  const now = Date.parse('2025-04-11T05:50:00Z')
  const said = (iso: string) => formatDesde(Date.parse(iso), MEXICO, now)
  expect(said('2025-04-10T18:00:00Z')).toBe('de las 12:00')
  expect(said('2025-04-10T05:59:00Z')).toBe('del 9 de abril a las 23:59')
  expect(said('2025-04-10T07:05:00Z')).toBe('de la 01:05')
  expect(said('2025-04-09T07:05:00Z')).toBe('del 9 de abril a la 01:05')
  expect(said('2024-04-10T18:00:00Z')).toBe('del 10 de abril de 2024 a las 12:00')
})
