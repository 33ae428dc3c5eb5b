import { expect, test } from 'vitest'
import {
  isCalificada,
  rutasOf,
  totalOf,
  alcanceOf,
  desgloseOf,
  formatMarca,
  sortByJuez,
  type Marca,
} from './resultados.ts'
import { lugaresEmpatados } from './empate.ts'

const marca = (juez: string, l_calificacion: string | null): Marca => ({
  juezId: juez,
  juez,
  l_calificacion,
  criterios: {},
})

const con = (marcas: readonly Marca[], ...puntos: number[]) => ({
  marcas,
  penalizaciones: puntos.map((one) => ({ id: '', puntos: one, motivo: '', autor: '', fecha: '' })),
})

test('a category has a ranking once an entry has a place', () => {
  expect(isCalificada([])).toBe(false)
  expect(isCalificada([{ lugar: null }])).toBe(false)
  expect(isCalificada([{ lugar: 1 }, { lugar: null }])).toBe(true)
})

test('the address contains the name of an entry, or its id when the name is empty or shared', () => {
  const category = [
    { id: '1', nombre: 'Ana' },
    { id: '2', nombre: 'Bea' },
    { id: '3', nombre: 'Bea' },
    { id: '4', nombre: null },
  ] as const
  expect([...rutasOf(category).values()]).toEqual(['Ana', '2', '3', '4'])
})

test('the points of the judges add up to the total, in hundredths', () => {
  const desglose = desgloseOf(con([marca('Amparo', '0.1'), marca('Bruno', '0.2'), marca('Celia', '63.85')]))
  const cuenta = { sinNumero: false, cuenta: true, lugar: null }
  expect(desglose.aportes).toMatchObject([
    { juez: 'Amparo', puntos: 10, ...cuenta },
    { juez: 'Bruno', puntos: 20, ...cuenta },
    { juez: 'Celia', puntos: 6385, ...cuenta },
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

test('a dropped total is no part of the sum; with places by majority every total is', () => {
  const calificado = con([marca('Amparo', '9'), marca('Bruno', '5'), marca('Celia', '7')], 100)
  const efectoOf = ({ juez }: Marca) => ({ cuenta: juez !== 'Amparo', lugar: juez === 'Celia' ? 2.5 : null })
  const recortada = desgloseOf(calificado, { metodo: 'recortada', efectoOf })
  expect(recortada.aportes.map(({ cuenta, lugar }) => [cuenta, lugar])).toEqual([
    [false, null],
    [true, null],
    [true, 2.5],
  ])
  expect(recortada).toMatchObject({ sumados: 2, suma: 1200, penalizado: 100, total: 1100 })
  expect(desgloseOf(calificado, { metodo: 'mayoria', efectoOf })).toMatchObject({ sumados: 3, suma: 2100, total: 2000 })
})

test('the places of each tie are those of its entries', () => {
  const puestos = [
    { id: 'a', lugar: 1 },
    { id: 'b', lugar: 2 },
    { id: 'c', lugar: 3 },
    { id: 'd', lugar: 4 },
    { id: 'e', lugar: null },
  ]
  expect(
    lugaresEmpatados(puestos, [
      ['a', 'b'],
      ['c', 'd'],
    ]),
  ).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect(lugaresEmpatados(puestos, [])).toEqual([])
})

test('marks sort by the name of the judge, judges of one name by id', () => {
  const marcas = [
    { juez: 'Ñico', juezId: '1' },
    { juez: 'Paz', juezId: '3' },
    { juez: 'Ana', juezId: '4' },
    { juez: 'Paz', juezId: '2' },
  ]
  expect(sortByJuez(marcas).map(({ juezId }) => juezId)).toEqual(['4', '1', '2', '3'])
})

test('an entry without marks has zero points', () => {
  expect(desgloseOf(con([]))).toEqual({ aportes: [], sumados: 0, suma: 0, penalizado: 0, total: 0 })
})

test.each([
  ['7.25', 10_00, 0.725],
  ['7.25', 20_00, 0.3625],
  ['5', 5_00, 1],
  ['12', 10_00, 1],
  ['-3', 10_00, 0],
  ['N/P', 10_00, 0],
  [undefined, 10_00, 0],
  // A scale that is not known is the default one.
  ['7.25', undefined, 0.725],
])('the bar of the mark %j on a scale to %s hundredths has the fraction %d', (texto, maximo, length) => {
  expect(alcanceOf(texto, maximo)).toBe(length)
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
