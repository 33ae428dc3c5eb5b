import { expect, test } from 'vitest'
import { cortadaText, finalCortadoText, formatDuracion, formatRestante, incompletaText } from './musica.ts'

test('a length is shown in minutes and seconds, from an hour on also in hours', () => {
  expect([0, 9.9, 72, 600, 3_661].map(formatDuracion)).toEqual(['0:00', '0:09', '1:12', '10:00', '1:01:01'])
})

test('the remaining time has a minus sign and is zero only at the end', () => {
  expect([0, 127.8, 128, 129].map((elapsed) => formatRestante(128, elapsed))).toEqual([
    '−2:08',
    '−0:01',
    '−0:00',
    '−0:00',
  ])
})

test.each([127.4, 127.6])('a track of %s s has nothing left at its end and a second until then', (length) => {
  expect([length - 0.1, length, length + 0.1].map((elapsed) => formatRestante(length, elapsed))).toEqual([
    '−0:01',
    '−0:00',
    '−0:00',
  ])
})

test('the remaining time at the start is the length that is shown before playing', () => {
  // Browsers report some hundredths more for a file of a minute.
  expect([59.6, 59.98, 60, 60.03, 60.4].map((length) => formatRestante(length, 0))).toEqual(Array(5).fill('−1:00'))
})

test('a refused track is told with its lengths, rounded as in the lists', () => {
  expect(incompletaText(227.6, 71.5)).toBe('Parece incompleta: dice durar 3:48 y tiene 1:12. Súbela otra vez.')
  expect(cortadaText(71.9)).toBe('La música se corta en 1:11. Expórtala otra vez como mp3.')
  expect(finalCortadoText(362)).toBe('Dura 6:02. Si falta el final, súbela otra vez.')
})
