import { expect, test } from 'vitest'
import { antesDeLugar, lugarOf, lugarText } from './lista.ts'

test('the place of an entry counts the placed entries of its category alone', () => {
  const lista = [
    { id: 'b', orden: 7 },
    { id: 'a', orden: 2 },
    { id: 'suelta', orden: null },
  ]
  expect(lugarText('Bea', lugarOf(lista, 'b'))).toBe('Bea: lugar 2 de 2.')
  expect(lugarOf(lista, 'a')).toEqual({ lugar: 1, de: 2 })
})

test.each([
  ['1', 'a'],
  [' 2 ', 'c'],
  ['3', null],
  ['0', undefined],
  ['4', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['', undefined],
])('b comes to the place «%s» before %s', (lugar, antesDe) => {
  expect(antesDeLugar(['a', 'b', 'c'], 'b', lugar)).toBe(antesDe)
})
