import { expect, test } from 'vitest'
import {
  isCalificada,
  nombreEnRuta,
  puestosOf,
  totalOf,
  type CompetidorCalificado,
  alcanceOf,
  desgloseOf,
  formatMarca,
  type Marca,
} from './resultados.ts'

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

const marca = (juez: string, l_calificacion: string | null): Marca => ({ juez, l_calificacion, criterios: {} })

const con = (marcas: readonly Marca[], ...puntos: number[]) => ({
  marcas,
  penalizaciones: puntos.map((one) => ({ id: '', puntos: one, motivo: '', autor: '', fecha: '' })),
})

test('the points of the judges add up to the total, in hundredths', () => {
  const desglose = desgloseOf(con([marca('Amparo', '0.1'), marca('Bruno', '0.2'), marca('Celia', '63.85')]))
  expect(desglose.aportes.map(({ juez, puntos, sinNumero }) => [juez, puntos, sinNumero])).toEqual([
    ['Amparo', 10, false],
    ['Bruno', 20, false],
    ['Celia', 6385, false],
  ])
  expect(desglose).toMatchObject({ suma: 6415, total: 6415 })
})

test('a mark that is missing or not a number is flagged and counts zero', () => {
  const calificado = con([marca('Amparo', 'N/P'), marca('Bruno', '64.65'), marca('Celia', null)])
  const desglose = desgloseOf(calificado)
  expect(desglose.aportes.map(({ puntos, sinNumero }) => [puntos, sinNumero])).toEqual([
    [0, true],
    [6465, false],
    [0, true],
  ])
  expect(desglose.total).toBe(totalOf(calificado))
})

test('penalties are subtracted from the sum, below zero too', () => {
  expect(desgloseOf(con([marca('Amparo', '1.5')], 100, 250))).toMatchObject({ suma: 150, penalizado: 350, total: -200 })
})

test('an entry without marks has zero points', () => {
  expect(desgloseOf(con([]))).toEqual({ aportes: [], suma: 0, penalizado: 0, total: 0 })
})

test.each([
  ['7.25', 10_00, 0.725],
  ['7.25', 20_00, 0.3625],
  ['5', 5_00, 1],
  ['12', 10_00, 1],
  ['-3', 10_00, 0],
  ['N/P', 10_00, 0],
  [undefined, 10_00, 0],
])('the bar of the mark %j on a scale to %d hundredths has the fraction %d', (texto, maximo, length) => {
  expect(alcanceOf(texto, maximo)).toBe(length)
})

test('the bar of a mark whose scale is unknown is drawn on the default scale', () => {
  expect(alcanceOf('7.25', undefined)).toBe(0.725)
})

test.each([
  ['7.5', '7.50'],
  ['10', '10.00'],
  [' N/P ', 'N/P'],
  ['', '–'],
  [null, '–'],
])('the mark %j is shown as %j', (texto, shown) => {
  expect(formatMarca(texto)).toBe(shown)
})
