import { expect, test } from 'vitest'
import { alcanceOf, desgloseOf, formatMarca } from './desglose.ts'
import { totalOf, type Marca } from './resultados.ts'

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
