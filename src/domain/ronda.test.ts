import { expect, test } from 'vitest'
import { resultadoOf } from './clasificacion.ts'
import { REGLA_DEFAULT } from './metodo.ts'
import { cutOf, ordenDeRonda } from './ronda.ts'

const competidor = (id: string, orden: number, ...totales: readonly string[]) => ({
  id,
  nombre: id,
  compania: null,
  orden,
  marcas: totales.map((l_calificacion, index) => ({
    juezId: `j${index}`,
    juez: `J${index}`,
    l_calificacion,
    criterios: {},
  })),
  penalizaciones: [],
  retiro: null,
})
const EMPATADOS = [
  competidor('a', 1, '9'),
  competidor('b', 2, '8'),
  competidor('c', 3, '8'),
  competidor('d', 4, '8'),
  competidor('e', 5, '7'),
]

test('the first entries pass, and all that are still tied with the last of them', () => {
  const resultado = resultadoOf(EMPATADOS, [])
  expect(cutOf(resultado, 1)).toEqual(['a'])
  expect(cutOf(resultado, 2)).toEqual(['a', 'b', 'c', 'd'])
  expect(cutOf(resultado, 3)).toEqual(['a', 'b', 'c', 'd'])
  expect(cutOf(resultado, 4)).toEqual(['a', 'b', 'c', 'd'])
  expect(cutOf(resultado, 5)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(cutOf(resultado, 50)).toHaveLength(5)
  expect(cutOf(resultado, 0)).toEqual([])
})

test('entries that were ordered by hand are not tied', () => {
  const empates = [{ ids: ['d', 'c', 'b'], autor: 'Olga' }]
  expect(cutOf(resultadoOf(EMPATADOS, [], { ...REGLA_DEFAULT, empates }), 2)).toEqual(['a', 'd'])
})

test('entries that the tie-break list tells apart are not tied', () => {
  const regla = { ...REGLA_DEFAULT, desempate: ['Total del juez principal'], principales: ['j1'] }
  const iguales = [competidor('a', 1, '5', '3'), competidor('b', 2, '4', '4'), competidor('c', 3, '5', '3')]
  expect(cutOf(resultadoOf(iguales, [], regla), 1)).toEqual(['b'])
  expect(cutOf(resultadoOf(iguales, [], regla), 2)).toEqual(['b', 'a', 'c'])
})

test('an entry without a place does not pass', () => {
  const resultado = resultadoOf([...EMPATADOS, competidor('f', 6)], [], { ...REGLA_DEFAULT, metodo: 'mayoria' })
  expect(cutOf(resultado, 9)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a round runs from the last to the first', () => {
  expect(ordenDeRonda(['a', 'b', 'c'], 'inverso', () => 0)).toEqual(['c', 'b', 'a'])
})

test('a draw gives an order by the random numbers, with each entry once', () => {
  const from = (...numbers: number[]) => {
    const given = numbers.values()
    return () => given.next().value ?? 0
  }
  expect(ordenDeRonda(['a', 'b', 'c'], 'sorteo', from(0.99, 0, 0))).toEqual(['c', 'a', 'b'])
  expect(ordenDeRonda(['a', 'b', 'c'], 'sorteo', from(0.34, 0.5, 0))).toEqual(['b', 'c', 'a'])
  expect(ordenDeRonda([], 'sorteo', () => 0)).toEqual([])
})

test('a draw gives each of the six orders of three entries equally often', () => {
  const steps = Array.from({ length: 6 }, (_, index) => index / 6)
  const orders = steps.flatMap((first) =>
    steps.map((second) => {
      const given = [first, second, 0].values()
      return ordenDeRonda(['a', 'b', 'c'], 'sorteo', () => given.next().value ?? 0).join('')
    }),
  )
  expect([...Map.groupBy(orders, (order) => order).values()].map((same) => same.length)).toEqual([6, 6, 6, 6, 6, 6])
})
