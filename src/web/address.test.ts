import { expect, test } from 'vitest'
import { matchAddress } from './address.ts'

test.each([
  ['/', '/', {}],
  ['/horario', '/horario', {}],
  ['/horario', '/horario/', {}],
  ['/horario', '/horarios', null],
  ['/horario', '/', null],
  ['/', '/horario', null],
  ['/configurar/:token', '/configurar/', null],
  ['/configurar/:token', '/configurar/a/b', null],
  ['/configurar/:token', '/configurar/%', null],
])('%j on %j is %j', (pattern, address, params) => {
  expect(matchAddress(pattern, address)).toEqual(params)
})

test('an address that was typed with accents is the same as its encoded form', () => {
  expect(matchAddress('/dia/:dia', '/dia/sábado')).toEqual({ dia: 'sábado' })
  expect(matchAddress('/dia/:dia', '/dia/s%C3%A1bado')).toEqual({ dia: 'sábado' })
})
