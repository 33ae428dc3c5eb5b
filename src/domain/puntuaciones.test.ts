import { expect, test } from 'vitest'
import { criteriosOfTipo } from './criterios.ts'
import { ESCALA_DEFAULT } from './escala.ts'
import { readPuntuaciones, readSueltas, samePuntuaciones } from './puntuaciones.ts'

const GENERAL = criteriosOfTipo('general')
const ALL = Object.fromEntries(GENERAL.map(({ clave }, index) => [clave, `${index + 4}.5`]))

test('a complete mark is stored with one decimal per criterion and its sum with two', () => {
  const given = { ...ALL, b_Tiempo: ' 8,5 ', g_Dificultad: '10' }
  expect(readPuntuaciones(given, { criterios: GENERAL, escala: ESCALA_DEFAULT })).toEqual({
    lectura: { criterios: { ...ALL, b_Tiempo: '8.5', g_Dificultad: '10.0' }, l_calificacion: '46.50' },
  })
})

test('a mark lists each missing, wrong and unknown criterion', () => {
  const { b_Tiempo: _, ...rest } = ALL
  const given = { ...rest, g_Dificultad: '10.1', c_TecnicaGenero: '8.55', e_ProyEsc: 'ocho', constructor: '1' }
  const scale = 'Escribe un número de 0 a 10, de 0.1 en 0.1.'
  expect(readPuntuaciones(given, { criterios: GENERAL, escala: ESCALA_DEFAULT })).toEqual({
    faltas: {
      'criterios.b_Tiempo': scale,
      'criterios.g_Dificultad': scale,
      'criterios.c_TecnicaGenero': scale,
      'criterios.e_ProyEsc': scale,
      'criterios.constructor': 'Ese criterio no es de esta categoría.',
    },
  })
})

test('with weights the total is weighted, and the criteria are stored as they were given', () => {
  const pesos = { ...Object.fromEntries(GENERAL.map(({ clave }) => [clave, 1_00])), b_Tiempo: 2_50 }
  // (4.5 × 2.5 + 5.5 + 6.5 + 7.5 + 8.5 + 9.5) × 6 / 7.5
  expect(readPuntuaciones(ALL, { criterios: GENERAL, escala: ESCALA_DEFAULT, pesos })).toEqual({
    lectura: { criterios: ALL, l_calificacion: '39.00' },
  })
})

test('a sending without its category keeps numbers of known criteria, also off the scale', () => {
  expect(readSueltas({ b_Tiempo: '12.25', e_dificultad: '3' })).toEqual({
    lectura: { criterios: { b_Tiempo: '12.25', e_dificultad: '3.0' }, l_calificacion: '15.25' },
  })
})

test.each([
  [{}, ['criterios']],
  [{ b_Tiempo: '' }, ['criterios.b_Tiempo']],
  [{ b_Tiempo: '-1' }, ['criterios.b_Tiempo']],
  [{ b_Tiempo: '1', toString: '1' }, ['criterios.toString']],
] as [Record<string, string>, string[]][])('a sending without its category is refused: %j', (given, fields) => {
  const read = readSueltas(given)
  expect('faltas' in read && Object.keys(read.faltas)).toEqual(fields)
})

test.each([
  [{ a: '8.5' }, { a: '8.50' }, true],
  [{ a: '8.5' }, { a: '8,50' }, true],
  [{ a: '8.5', b: '1' }, { b: '1.0', a: '8.5' }, true],
  [{ a: 'NP' }, { a: 'NP' }, true],
  [{ a: 'NP' }, { a: '0' }, false],
  [{ a: '8.5' }, { a: '8.6' }, false],
  [{ a: '8.5' }, { a: '8.5', b: '1' }, false],
  [{ a: '8.5' }, { b: '8.5' }, false],
  [{ a: '8.5', b: '1' }, { a: '8.5', c: '1' }, false],
] as [Record<string, string>, Record<string, string>, boolean][])('the same points: %j and %j: %s', (a, b, same) => {
  expect(samePuntuaciones(a, b)).toBe(same)
})
