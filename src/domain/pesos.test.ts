import fc from 'fast-check'
import { expect, test } from 'vitest'
import { criteriosOfTipo } from './criterios.ts'
import { readPesos, totalOfCriterios } from './pesos.ts'

const DOS = [
  { clave: 'a', nombre: 'A' },
  { clave: 'b', nombre: 'B' },
]
const GENERAL = criteriosOfTipo('general')

const totalOf = (a: number, b: number, pesos: Readonly<Record<string, number>>) =>
  totalOfCriterios(new Map(Object.entries({ a, b })), DOS, pesos)

test('without weights the total is the sum of the criteria', () => {
  expect(totalOf(8_50, 9_25, {})).toBe(17_75)
})

test('a heavier criterion adds more: (8 × 3 + 10 × 1) × 2 / 4', () => {
  expect(totalOf(8_00, 10_00, { a: 3_00, b: 1_00 })).toBe(17_00)
})

test.each([
  // (1 × 1 + 0 × 3) × 2 / 4 = 0.5 hundredths
  [1, 0, 1],
  // (0 × 1 + 1 × 3) × 2 / 4 = 1.5 hundredths
  [0, 1, 2],
  // (2 × 1 + 1 × 3) × 2 / 4 = 2.5 hundredths
  [2, 1, 3],
])('half a hundredth is rounded up: %d and %d give %d', (a, b, total) => {
  expect(totalOf(a, b, { a: 1_00, b: 3_00 })).toBe(total)
})

test('less than half a hundredth is rounded down: (1 × 1 + 0 × 4) × 2 / 5', () => {
  expect(totalOf(1, 0, { a: 1_00, b: 4_00 })).toBe(0)
})

test('a criterion without points adds nothing, and keeps its weight', () => {
  expect(totalOfCriterios(new Map([['a', 8_00]]), DOS, { a: 1_00, b: 1_00 })).toBe(8_00)
})

test('points of a criterion that the category does not have add nothing', () => {
  expect(totalOfCriterios(new Map([['z', 8_00]]), DOS, {})).toBe(0)
})

const puntos = fc.array(fc.integer({ min: 0, max: 1_000_00 }), { minLength: GENERAL.length, maxLength: GENERAL.length })
const peso = fc.integer({ min: 1, max: 1_000_00 })

test('equal weights give the plain sum', () => {
  fc.assert(
    fc.property(puntos, peso, (valores, igual) => {
      const dados = new Map(GENERAL.map(({ clave }, index) => [clave, valores[index] ?? 0]))
      const pesos = Object.fromEntries(GENERAL.map(({ clave }) => [clave, igual]))
      expect(totalOfCriterios(dados, GENERAL, pesos)).toBe(totalOfCriterios(dados, GENERAL, {}))
    }),
  )
})

test('the total is rounded exactly, halves up, from small figures to the highest points and weights', () => {
  fc.assert(
    fc.property(puntos, fc.array(peso, { minLength: 6, maxLength: 6 }), fc.boolean(), (valores, pesados, isRound) => {
      // Round figures give halves of a hundredth often.
      const dados = isRound ? pesados.map((one) => 25 * (1 + (one % 8))) : pesados
      const pesos = Object.fromEntries(GENERAL.map(({ clave }, index) => [clave, dados[index] ?? 1]))
      const suma = GENERAL.reduce((sum, { clave }, i) => sum + BigInt(valores[i] ?? 0) * BigInt(pesos[clave] ?? 1), 0n)
      const total = BigInt(dados.reduce((sum, one) => sum + one, 0))
      const exact = (2n * suma * 6n + total) / (2n * total)
      const dadas = new Map(GENERAL.map(({ clave }, index) => [clave, valores[index] ?? 0]))
      expect(BigInt(totalOfCriterios(dadas, GENERAL, pesos))).toBe(exact)
    }),
    { numRuns: 3_000 },
  )
})

test('weights are read with a point or a comma, in hundredths', () => {
  expect(readPesos({ a: ' 1,5 ', b: '0.25' }, DOS)).toEqual({ pesos: { a: 1_50, b: 25 } })
  expect(readPesos({ a: '1000', b: '1' }, DOS)).toEqual({ pesos: { a: 1_000_00, b: 1_00 } })
})

test('all weights empty: none', () => {
  expect(readPesos({ a: '', b: ' ' }, DOS)).toEqual({ pesos: {} })
  expect(readPesos({}, DOS)).toEqual({ pesos: {} })
})

test.each(['', '0', '-1', '1.255', 'dos'])('one weight %j beside another is refused, and it is said which', (b) => {
  expect(readPesos({ a: '1', b }, DOS)).toEqual({
    fault: 'Escribe un peso mayor que 0 para cada criterio, o déjalos todos vacíos.',
    clave: 'b',
  })
})

test('a weight over 1000 is refused', () => {
  expect(readPesos({ a: '1', b: '1000.01' }, DOS)).toEqual({ fault: 'Escribe pesos de 1000 como máximo.', clave: 'b' })
})
