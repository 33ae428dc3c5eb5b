import { expect, test } from 'vitest'
import { toLocalInput } from './hora.ts'
import { conAvisos, fromLocalInput, horaDesde } from './horaEscrita.ts'

const MEXICO = 'America/Mexico_City'
const NO_EXISTE = ' Esa hora no existe esa noche: se guardó 03:30.'
const SE_REPITE = ' Esa hora se repite: se guardó la primera.'

test('a value typed in the zone is shown as it was typed', () => {
  const instant = fromLocalInput('2025-04-11T10:00', MEXICO)
  expect(instant).toBe(Date.parse('2025-04-11T16:00:00Z'))
  expect(toLocalInput(instant ?? 0, MEXICO)).toBe('2025-04-11T10:00')
})

test('an hour that the zone skips moves past the gap; an hour that occurs twice is the first', () => {
  expect(fromLocalInput('2025-03-30T02:30', 'Europe/Madrid')).toBe(Date.parse('2025-03-30T01:30:00Z'))
  expect(fromLocalInput('2025-10-26T02:30', 'Europe/Madrid')).toBe(Date.parse('2025-10-26T00:30:00Z'))
})

test.each([
  ['2026-03-29T02:30', 'Europe/Madrid', NO_EXISTE],
  ['2026-03-29T03:00', 'Europe/Madrid', ''],
  ['2026-10-25T02:00', 'Europe/Madrid', SE_REPITE],
  ['2026-10-25T02:59:30', 'Europe/Madrid', SE_REPITE],
  ['2026-10-25T01:59', 'Europe/Madrid', ''],
  ['2026-10-25T03:00', 'Europe/Madrid', ''],
  ['2026-11-01T01:30', 'America/Tijuana', SE_REPITE],
  ['2026-10-25T02:30', MEXICO, ''],
  ['', 'Europe/Madrid', ''],
])('an hour of a clock change is told when it is saved: %s in %s', (value, zona, aviso) => {
  expect(conAvisos('Guardado.', [value], zona)).toBe(`Guardado.${aviso}`)
})

test.each([
  // A date of 23 hours, and one of 25.
  ['2026-03-28T23:30', '12:00', '2026-03-29T10:00:00.000Z'],
  ['2026-03-28T23:30', '02:30', '2026-03-29T01:30:00.000Z'],
  ['2026-03-28T23:30', '23:29', '2026-03-29T21:29:00.000Z'],
  ['2026-10-25T00:30', '00:10', '2026-10-25T23:10:00.000Z'],
  ['2026-10-25T00:30', '02:30', '2026-10-25T00:30:00.000Z'],
])('in Madrid the first time from %s on at %s', (desde, hora, instant) => {
  const found = horaDesde(hora, fromLocalInput(desde, 'Europe/Madrid') ?? 0, 'Europe/Madrid')
  expect(new Date(found ?? 0).toISOString()).toBe(instant)
})

test('a notice that applies to two fields is shown once', () => {
  const saved = conAvisos('Guardado.', ['2026-10-25T02:00', '2026-10-25T02:30', '2026-03-29T02:30'], 'Europe/Madrid')
  expect(saved).toBe(`Guardado.${SE_REPITE}${NO_EXISTE}`)
})

test.each([
  '',
  '2025-04-11',
  '2025-13-41T10:00',
  '2025-02-30T10:00',
  '0025-04-11T10:00',
  '0000-01-01T00:00',
  '9999-12-31T23:59',
  'ayer',
])('%j is no instant', (value) => {
  expect(fromLocalInput(value, MEXICO)).toBeNull()
})
