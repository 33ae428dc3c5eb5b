import { expect, test } from 'vitest'
import { centesimasOf, formatPuntos, isNumero, formatCalificaciones } from './calificacion.ts'

test.each([
  ['51.05', 5105],
  [' 9 ', 900],
  ['9.', 900],
  ['.5', 50],
  ['-2.00', -200],
  ['1.005', 101],
  ['1.004', 100],
  ['0.125', 13],
])('%j counts as %i hundredths', (texto, puntos) => {
  expect(centesimasOf(texto)).toBe(puntos)
})

test.each(['N/P', '', ' ', '.', '9,5', '9.5 pts', '1e3', 'Infinity', '--1'])(
  '%j is not a number and counts zero',
  (texto) => {
    expect(isNumero(texto)).toBe(false)
    expect(centesimasOf(texto)).toBe(0)
  },
)

test('points are shown with two decimals', () => {
  expect([formatPuntos(24750), formatPuntos(0), formatPuntos(-200)]).toEqual(['247.50', '0.00', '\u22122.00'])
})

test('the summary names every judge with the text of the total', () => {
  expect(formatCalificaciones([])).toBe('Sin calificación')
  expect(formatCalificaciones([{ juez: 'Amparo', total: '51.05' }])).toBe('1 juez: Amparo (51.05)')
  expect(
    formatCalificaciones([
      { juez: 'Amparo', total: '51.05' },
      { juez: 'Bruno', total: 'N/P' },
      { juez: 'Celia', total: '' },
    ]),
  ).toBe('3 jueces: Amparo (51.05), Bruno (N/P), Celia (–)')
})
