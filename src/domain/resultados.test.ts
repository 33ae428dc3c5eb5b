import { expect, test } from 'vitest'
import { isCalificada, nombreEnRuta, puestosOf, totalOf, type CompetidorCalificado } from './resultados.ts'

const competidor = (id: string, orden: number | null, ...totales: (string | null)[]): CompetidorCalificado => ({
  id,
  nombre: id.toUpperCase(),
  compania: null,
  orden,
  marcas: totales.map((l_calificacion, index) => ({ juez: `Juez ${index}`, l_calificacion, criterios: {} })),
  penalizaciones: [],
  retiro: null,
})

test('the total is the sum of the judges; a text that is not a number counts zero', () => {
  expect(totalOf(competidor('a', 1, '51.05', 'N/P', '50.55', null))).toBe(10160)
})

test('the highest points are first; places are 1, 2, 3', () => {
  const puestos = puestosOf([competidor('a', 1, '10'), competidor('b', 2, '30'), competidor('c', 3, '20')])
  expect(puestos.map(({ lugar, id, puntos }) => [lugar, id, puntos])).toEqual([
    [1, 'b', 3000],
    [2, 'c', 2000],
    [3, 'a', 1000],
  ])
})

test('entries with equal points keep their running order and their own places, and are flagged as a tie', () => {
  const puestos = puestosOf([competidor('z', 2, '0.1', '0.2'), competidor('a', 3, '0.3'), competidor('m', 1, '9')])
  expect(puestos.map(({ lugar, id, empate }) => [lugar, id, empate])).toEqual([
    [1, 'm', false],
    [2, 'z', true],
    [3, 'a', true],
  ])
})

test('only entries with an order are ranked; entries without marks have zero points', () => {
  const puestos = puestosOf([competidor('a', null, '90'), competidor('b', 1)])
  expect(puestos).toMatchObject([{ id: 'b', puntos: 0, compania: 'Sin compañía' }])
})

test('a category has marks from the first mark of a ranked entry, whatever its value', () => {
  const isMarked = (...competidores: CompetidorCalificado[]) => isCalificada(puestosOf(competidores))
  expect(isMarked()).toBe(false)
  expect(isMarked(competidor('a', 1), competidor('b', 2))).toBe(false)
  expect(isMarked(competidor('a', 1), competidor('b', null, '90'))).toBe(false)
  expect(isMarked(competidor('a', 1), competidor('b', 2, 'N/P'))).toBe(true)
})

test('entries with marks and entries without are told apart, also with the same points', () => {
  const puestos = puestosOf([competidor('a', 1), competidor('b', 2, 'N/P'), competidor('c', 3, '90')])
  expect(puestos.map(({ lugar, id, calificado }) => [lugar, id, calificado])).toEqual([
    [1, 'c', true],
    [2, 'a', false],
    [3, 'b', true],
  ])
})

test('the address contains the name of an entry, or its id when the name is empty or shared', () => {
  const category = [
    { id: '1', nombre: 'Ana' },
    { id: '2', nombre: 'Bea' },
    { id: '3', nombre: 'Bea' },
    { id: '4', nombre: null },
  ] as const
  expect(category.map((one) => nombreEnRuta(one, category))).toEqual(['Ana', '2', '3', '4'])
})
