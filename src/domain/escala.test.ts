import { expect, test } from 'vitest'
import { ESCALA_DEFAULT, faultOfEscala, faultOfPuntuacion, puntosOf, puntuacionText, stepPuntuacion } from './escala.ts'
import { readPenalizado } from './penalizacion.ts'

const CUARTOS = { maximo: 500, paso: 25 }

test.each([
  ['0', 0],
  ['8.5', 850],
  [' 8,5 ', 850],
  ['10', 1000],
  ['', null],
  ['-1', null],
  ['8.555', null],
  ['ocho', null],
  ['1e1', null],
])('%j reads as %s', (texto, puntos) => {
  expect(puntosOf(texto)).toBe(puntos)
})

test('a mark is on the scale or is refused with the scale', () => {
  expect(['0', '0.1', '9.9', '10'].map((texto) => faultOfPuntuacion(texto, ESCALA_DEFAULT))).toEqual(
    Array(4).fill(null),
  )
  expect(faultOfPuntuacion('10.1', ESCALA_DEFAULT)).toBe('Escribe un número de 0 a 10, de 0.1 en 0.1.')
  expect(faultOfPuntuacion('8.55', ESCALA_DEFAULT)).not.toBeNull()
  expect(faultOfPuntuacion('4.75', CUARTOS)).toBeNull()
})

test('a mark has the decimals of its step', () => {
  expect([
    puntuacionText(850, ESCALA_DEFAULT),
    puntuacionText(1000, ESCALA_DEFAULT),
    puntuacionText(475, CUARTOS),
  ]).toEqual(['8.5', '10.0', '4.75'])
})

test('steps stay on the scale and begin at its ends', () => {
  expect(stepPuntuacion(null, 1, ESCALA_DEFAULT)).toBe(0)
  expect(stepPuntuacion(null, -1, ESCALA_DEFAULT)).toBe(1000)
  expect(stepPuntuacion(995, 5, ESCALA_DEFAULT)).toBe(1000)
  expect(stepPuntuacion(3, -1, ESCALA_DEFAULT)).toBe(0)
  expect(stepPuntuacion(450, 1, CUARTOS)).toBe(475)
})

test('the step of a scale divides its maximum', () => {
  expect(faultOfEscala(ESCALA_DEFAULT)).toBeNull()
  expect(faultOfEscala({ maximo: 0, paso: 10 })?.campo).toBe('maximo')
  expect(faultOfEscala({ maximo: 1000, paso: 30 })?.campo).toBe('paso')
})

test.each([
  ['0.01', 1],
  ['2.5', 250],
  [' 3,25 ', 325],
  ['1000', 1_000_00],
])('a penalty of %j is %i hundredths', (texto, puntos) => {
  expect(readPenalizado(texto)).toEqual({ puntos })
})

test.each(['', '0', '0.00', '-1', '1000.01', '0.005', 'dos'])('a penalty of %j is refused', (texto) => {
  expect(readPenalizado(texto)).toEqual({ fault: expect.stringContaining('mayor que 0') })
})
