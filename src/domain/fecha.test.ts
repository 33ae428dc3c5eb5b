import { expect, test } from 'vitest'
import { DIAS } from './dia.ts'
import { fechaDe, fechaEnPalabras, fechasOf, isFecha, isJueves } from './fecha.ts'

test('the days follow the Thursday of the event, also into another month and another year', () => {
  expect(DIAS.map((dia) => fechaDe(dia, '2026-12-03'))).toEqual(['2026-12-03', '2026-12-04', '2026-12-05'])
  expect(DIAS.map((dia) => fechaDe(dia, '2026-12-31'))).toEqual(['2026-12-31', '2027-01-01', '2027-01-02'])
  expect(DIAS.map((dia) => fechaDe(dia, undefined))).toEqual([null, null, null])
})

test('a day reads with its date, short in a narrow place', () => {
  expect(fechasOf('2026-12-31')).toEqual({
    jueves: { larga: 'jueves 31 de diciembre', corta: 'jue 31' },
    viernes: { larga: 'viernes 1 de enero', corta: 'vie 1' },
    sábado: { larga: 'sábado 2 de enero', corta: 'sáb 2' },
  })
})

test('a date in words names its own day of the week, which need not be a Thursday', () => {
  expect([fechaEnPalabras('2026-12-03'), isJueves('2026-12-03')]).toEqual(['jueves 3 de diciembre de 2026', true])
  expect([fechaEnPalabras('2026-12-04'), isJueves('2026-12-04')]).toEqual(['viernes 4 de diciembre de 2026', false])
})

test.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '+012026-01-01', 'jueves', ''])(
  '%j is no date',
  (value) => {
    expect(isFecha(value)).toBe(false)
    expect(isFecha('2028-02-29')).toBe(true)
  },
)
