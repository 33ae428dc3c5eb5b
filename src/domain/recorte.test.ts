import { expect, test } from 'vitest'
import { recortadasOf } from './recorte.ts'

/** Marks of judges by name; the id is the name unless it is given after a `#`. */
const cuentan = (...marcas: readonly (readonly [juez: string, total: string])[]) => cuentanDe(marcas.length, marcas)

const cuentanDe = (jueces: number, marcas: readonly (readonly [juez: string, total: string])[]) => {
  const all = marcas.map(([texto, l_calificacion]) => {
    const [juez = '', juezId = texto] = texto.split('#')
    return { juezId, juez, l_calificacion, criterios: {} }
  })
  return recortadasOf(all, jueces)
    .map(({ juezId }) => juezId)
    .toSorted((a, b) => a.localeCompare(b, 'es'))
}

// The oracle of the methods shows the rule over random categories: `tests/oracles/metodos.test.ts`.
test('in a category of five judges a missing mark is the lowest total', () => {
  const cuatro = [
    ['Ana', '7'],
    ['Bea', '9'],
    ['Caro', '8'],
    ['Dani', '5'],
  ] as const
  expect(cuentanDe(5, cuatro)).toEqual(['Ana', 'Caro', 'Dani'])
  expect(cuentanDe(5, cuatro.slice(0, 1))).toEqual([])
})

test('with all totals equal the first and the last by name do not count; judges of one name go by id', () => {
  expect(cuentan(['Ñico', '7'], ['Zoe', '7'], ['Nora', '7'], ['Ana', '7'], ['Oto', '7'])).toEqual([
    'Nora',
    'Ñico',
    'Oto',
  ])
  expect(cuentan(['Paz#3', '7'], ['Paz#1', '7'], ['Paz#5', '7'], ['Paz#2', '7'], ['Paz#4', '7'])).toEqual([
    '2',
    '3',
    '4',
  ])
})
