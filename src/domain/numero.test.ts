import { expect, test } from 'vitest'
import { compareNumeros, isNumero, numerosTarde, turnoText, turnoTitle } from './numero.ts'

let made = 0
const aCategoria = (isNueva: boolean, ...numeros: readonly (string | null)[]) => ({
  isNueva,
  competidores: numeros.map((numero) => ({ id: String((made += 1)), numero })),
})
const tarde = (dados: readonly string[], ...categorias: Parameters<typeof numerosTarde>[0]) => [
  ...numerosTarde(categorias, dados).values(),
]

test('12A sorts after 12 and before 13, and 12AA after 12Z', () => {
  expect(['13', '12AA', '12B', '2', '12', '12Z', '12A', '1'].toSorted(compareNumeros)).toEqual([
    '1',
    '2',
    '12',
    '12A',
    '12B',
    '12Z',
    '12AA',
    '13',
  ])
})

test('a late entry gets the highest whole number of its category with the first letter free on the day', () => {
  expect(tarde(['1', '2', '3'], aCategoria(false, '1', '2', null, null), aCategoria(false, '3'))).toEqual(['2A', '2B'])
  // 2A was given and its entry is gone.
  expect(tarde(['1', '2', '2A', '3'], aCategoria(false, '1', '2', null))).toEqual(['2B'])
  const letters = Array.from({ length: 26 }, (_, index) => `2${String.fromCodePoint(65 + index)}`)
  expect(tarde(['1', '2', ...letters], aCategoria(false, '2', '2Z', null, null))).toEqual(['2AA', '2AB'])
  // The last one of the category is gone: 12 stays a hole.
  expect(tarde(['11', '12', '13'], aCategoria(false, '11', null))).toEqual(['11A'])
})

test('in a new category, and in one without numbers, entries get the next whole numbers of the day', () => {
  expect(tarde(['1', '2', '2A'], aCategoria(false, null, null), aCategoria(true, null))).toEqual(['3', '4', '5'])
  expect(tarde(['1', '2', '3'], aCategoria(true, '3', null))).toEqual(['4'])
  expect(tarde(['1', '2', '3'], aCategoria(false, '3', null))).toEqual(['3A'])
  expect(tarde([], aCategoria(true, null))).toEqual(['1'])
})

test.each(['0', '01', '12a', 'A', '', '12AAAA', '-1', '1234567890'])('«%s» is no number', (texto) => {
  expect(isNumero(texto)).toBe(false)
})

test.each(['1', '12', '12A', '120ZZ'])('«%s» is a number', (texto) => {
  expect(isNumero(texto)).toBe(true)
})

test('an entry is named by its number while the order is closed, else by its turn', () => {
  expect([turnoTitle({ numero: '31A' }, 33), turnoText({ numero: '31A' }, 33)]).toEqual(['N.º 31A', 'N.º 31A'])
  expect([turnoTitle({}, 33), turnoText({}, 33)]).toEqual(['Turno 33', 'turno 33'])
})
