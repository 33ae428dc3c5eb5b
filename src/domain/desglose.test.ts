import { expect, test } from 'vitest'
import { alcanceOf, desgloseOf, formatMarca } from './desglose.ts'
import { totalOf, type Marca } from './resultados.ts'

const marca = (juez: string, l_calificacion: string | null): Marca => ({ juez, l_calificacion, criterios: {} })

test('the points of the judges add up to the total, in hundredths', () => {
  const desglose = desgloseOf([marca('Amparo', '0.1'), marca('Bruno', '0.2'), marca('Celia', '63.85')])
  expect(desglose.aportes.map(({ juez, puntos, sinNumero }) => [juez, puntos, sinNumero])).toEqual([
    ['Amparo', 10, false],
    ['Bruno', 20, false],
    ['Celia', 6385, false],
  ])
  expect(desglose).toMatchObject({ suma: 6415, total: 6415 })
})

test('a mark that is missing or not a number is flagged and counts zero', () => {
  const marcas = [marca('Amparo', 'N/P'), marca('Bruno', '64.65'), marca('Celia', null)]
  const desglose = desgloseOf(marcas)
  expect(desglose.aportes.map(({ puntos, sinNumero }) => [puntos, sinNumero])).toEqual([
    [0, true],
    [6465, false],
    [0, true],
  ])
  expect(desglose.total).toBe(totalOf(marcas))
})

test('an entry without marks has zero points', () => {
  expect(desgloseOf([])).toEqual({ aportes: [], suma: 0, total: 0 })
})

test.each([
  ['7.25', 0.725],
  ['10', 1],
  ['12', 1],
  ['-3', 0],
  ['N/P', 0],
  [undefined, 0],
])('the bar of the mark %j has the fraction %d', (texto, length) => {
  expect(alcanceOf(texto)).toBe(length)
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
