import { expect, test } from 'vitest'
import { criteriosOfTipo } from './criterios.ts'
import { ESCALA_DEFAULT } from './escala.ts'
import {
  faltanCriteriosText,
  faultOfTyped,
  listDecimales,
  listEnteros,
  normalizePapeleta,
  pasosGrandes,
  puntosOfCriterio,
  sinPuntuar,
  siguienteCriterio,
  textsOfTeclado,
  totalOfPapeleta,
} from './papeleta.ts'

const PAUTA = { criterios: criteriosOfTipo('showcase'), escala: ESCALA_DEFAULT }
const COMPLETA = {
  b_coreografia: '8.5',
  c_proyEsc: '9',
  d_tecnicaGenero: '7,8',
  e_dificultad: '0',
  f_espectaculo: '10',
  g_efecto: '9.4',
}

test('a criterion without a text is unscored, and a 0 is scored', () => {
  expect(puntosOfCriterio({ b_coreografia: '0' }, 'b_coreografia', PAUTA)).toBe(0)
  expect(puntosOfCriterio({ b_coreografia: '' }, 'b_coreografia', PAUTA)).toBeNull()
  expect(sinPuntuar({ ...COMPLETA, e_dificultad: '' }, PAUTA).map(({ nombre }) => nombre)).toEqual(['Dificultad'])
  expect(sinPuntuar(COMPLETA, PAUTA)).toEqual([])
})

test.each(['11', '8.55', 'ocho', '-1'])('%s is no mark: the criterion stays unscored', (texto) => {
  expect(sinPuntuar({ ...COMPLETA, g_efecto: texto }, PAUTA)).toHaveLength(1)
  expect(faultOfTyped(texto, ESCALA_DEFAULT)).toBe('Escribe un número de 0 a 10, de 0.1 en 0.1.')
})

test('a number that is being typed is no fault', () => {
  for (const texto of ['', '8', '8.', '8,', '8,5']) expect(faultOfTyped(texto, ESCALA_DEFAULT), texto).toBeNull()
  expect(puntosOfCriterio({ g_efecto: '8,' }, 'g_efecto', PAUTA)).toBe(8_00)
})

test('the total sums what is scored so far', () => {
  expect(totalOfPapeleta(COMPLETA, PAUTA)).toBe('44.70')
  expect(totalOfPapeleta({ b_coreografia: '8.5', c_proyEsc: 'x' }, PAUTA)).toBe('8.50')
  expect(totalOfPapeleta({}, PAUTA)).toBe('0.00')
})

test('the running total follows the weights of the criteria', () => {
  const pesos = { ...Object.fromEntries(PAUTA.criterios.map(({ clave }) => [clave, 1_00])), b_coreografia: 3_00 }
  // (8.5 × 3 + 9 + 7.8 + 0 + 10 + 9.4) × 6 / 8
  expect(totalOfPapeleta(COMPLETA, { ...PAUTA, pesos })).toBe('46.28')
})

test('the marks are sent in one form', () => {
  expect(normalizePapeleta({ ...COMPLETA, otro: '3', f_espectaculo: '' }, PAUTA)).toEqual({
    b_coreografia: '8.5',
    c_proyEsc: '9.0',
    d_tecnicaGenero: '7.8',
    e_dificultad: '0.0',
    g_efecto: '9.4',
  })
})

test('after a criterion comes the next unscored one, then those before it, then none', () => {
  expect(siguienteCriterio('b_coreografia', {}, PAUTA)).toBe('c_proyEsc')
  expect(siguienteCriterio('g_efecto', { c_proyEsc: '8' }, PAUTA)).toBe('b_coreografia')
  expect(siguienteCriterio('c_proyEsc', { ...COMPLETA, c_proyEsc: '' }, PAUTA)).toBe('c_proyEsc')
  expect(siguienteCriterio('c_proyEsc', COMPLETA, PAUTA)).toBe('c_proyEsc')
})

test('one missing criterion is told in the singular', () => {
  expect(faltanCriteriosText(1)).toBe('Falta 1 criterio')
  expect(faltanCriteriosText(8)).toBe('Faltan 8 criterios')
})

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
