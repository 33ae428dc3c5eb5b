import { expect, test } from 'vitest'
import { matchesUsuario, nombreCompletoOf, sortUsuarios } from './usuario.ts'

const aUsuario = (uid: string, nombre: string, apellido: string, email = '') => ({
  uid,
  nombre,
  apellido,
  email,
  pais: 'México',
})

test('users are sorted as in Spanish, ignoring accents and case', () => {
  const list = [
    aUsuario('1', 'zoe', 'Paz'),
    aUsuario('2', 'Ñico', 'Saquito'),
    aUsuario('3', 'Óscar', 'León'),
    aUsuario('4', 'Nora', 'Paz'),
  ]
  expect(sortUsuarios(list).map(({ uid }) => uid)).toEqual(['4', '2', '3', '1'])
})

test.each([
  [aUsuario('1', 'Ana', 'Paz', 'a@b.mx'), 'Ana Paz'],
  [aUsuario('1', '', 'Paz', 'a@b.mx'), 'Paz'],
  [aUsuario('1', '', '', 'a@b.mx'), 'a@b.mx'],
  [aUsuario('1', '', ''), 'Sin nombre'],
])('a user with %o is called %s', (usuario, nombre) => {
  expect(nombreCompletoOf(usuario)).toBe(nombre)
})

test.each([
  ['', true],
  ['  ', true],
  ['nunez', true],
  ['URSULA nú', true],
  ['ñez ursu', true],
  ['u@b', true],
  ['ursula paz', false],
])('a search for %j finds Úrsula Núñez: %s', (texto, found) => {
  expect(matchesUsuario(aUsuario('1', 'Úrsula', 'Núñez', 'u@b.mx'), texto)).toBe(found)
})
