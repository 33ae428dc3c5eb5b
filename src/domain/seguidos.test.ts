import { expect, test } from 'vitest'
import { parseSeguidos, SEGUIDOS_LLENO, toggleSeguido } from './seguidos.ts'

const cincuenta = Array.from({ length: 50 }, (_, index) => `id-${index}`)

test('an entry is followed, and no longer followed when it is pressed again', () => {
  expect(toggleSeguido([], 'ana')).toEqual(['ana'])
  expect(toggleSeguido(['ana', 'bea'], 'ana')).toEqual(['bea'])
})

test('the 51st is refused; one of the 50 can be taken off', () => {
  expect(toggleSeguido(cincuenta, 'otra')).toBeNull()
  expect(toggleSeguido(cincuenta, 'id-3')).toHaveLength(49)
  expect(SEGUIDOS_LLENO).toBe('Puedes seguir a 50 como mucho.')
})

test.each([
  ['["ana","bea"]', ['ana', 'bea']],
  ['["ana","ana",7,null]', ['ana']],
  [JSON.stringify([...cincuenta, 'otra']), cincuenta],
  ['{', []],
  ['{"ana":true}', []],
  ['"ana"', []],
  ['', []],
])('of the kept text %s', (text, ids) => {
  expect(parseSeguidos(text)).toEqual(ids)
})
