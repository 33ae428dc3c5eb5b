import { expect, test } from 'vitest'
import { addressOf, matchAddress } from './address.ts'

const DETALLE = '/calificaciones-detalle/:dia/:categoria/:nombre'

test.each(['Íñigo & Ana', 'A/B Crew', '100% Sabor', 'x#1 +y', '¿Quién?', '%2F', 'a\\b', 'Ñandú "Oro"'])(
  'the name %j comes back as it was',
  (nombre) => {
    const params = { dia: 'sábado', categoria: 'Salsa / On1', nombre }
    expect(matchAddress(DETALLE, addressOf(DETALLE, params))).toEqual(params)
  },
)

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
