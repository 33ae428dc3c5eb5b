import { expect, test } from 'vitest'
import { ESCALA_DEFAULT } from './escala.ts'
import { listDecimales, listEnteros, textsOfTeclado, pasosGrandes } from './teclado.ts'

test('0 to 10 by tenths has eleven whole numbers with ten decimals each, and 10 has one', () => {
  expect(listEnteros(ESCALA_DEFAULT)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(listDecimales(8, ESCALA_DEFAULT)).toEqual([8_00, 8_10, 8_20, 8_30, 8_40, 8_50, 8_60, 8_70, 8_80, 8_90])
  expect(listDecimales(10, ESCALA_DEFAULT)).toEqual([10_00])
})

test.each([
  [{ maximo: 5_00, paso: 50 }, 2, [2_00, 2_50]],
  [{ maximo: 5_00, paso: 1_00 }, 2, [2_00]],
  [{ maximo: 1_00, paso: 25 }, 0, [0, 25, 50, 75]],
  [{ maximo: 9_00, paso: 1_50 }, 4, [4_50]],
  [{ maximo: 10_00, paso: 1 }, 8, [8_00, 8_10, 8_20, 8_30, 8_40, 8_50, 8_60, 8_70, 8_80, 8_90]],
])('the keys of %j follow its step', (escala, entero, decimales) => {
  expect(listDecimales(entero, escala)).toEqual(decimales)
})

test('a whole number without a mark has no key', () => {
  expect(listEnteros({ maximo: 9_00, paso: 1_50 })).toEqual([0, 1, 3, 4, 6, 7, 9])
})

test('a scale with too many whole numbers has no keypad', () => {
  expect(listEnteros({ maximo: 100_00, paso: 1_00 })).toEqual([])
})

test.each([
  [ESCALA_DEFAULT, 'Décima', 'Elige la décima y pasas solo al siguiente criterio. También puedes teclear 9.9.'],
  [
    { maximo: 5_00, paso: 25 },
    'Decimal',
    'Elige el decimal y pasas solo al siguiente criterio. También puedes teclear 4.75.',
  ],
  [{ maximo: 5_00, paso: 1_00 }, undefined, 'Elige el número y pasas solo al siguiente criterio.'],
  [{ maximo: 9_00, paso: 1_50 }, undefined, 'Elige el número y pasas solo al siguiente criterio.'],
])('the words of the keypad of %j fit its marks', (escala, decimal, pista) => {
  expect(textsOfTeclado(escala)).toEqual({ decimal, pista })
})

test('a large step is about one point', () => {
  expect(pasosGrandes(ESCALA_DEFAULT)).toBe(10)
  expect(pasosGrandes({ maximo: 100_00, paso: 5_00 })).toBe(1)
})
