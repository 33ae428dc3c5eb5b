import { expect, test } from 'vitest'
import { anchoOf } from './evento.ts'

test.each([
  ['Salsa Fest 2025', 9],
  ['Congreso Mundial', 9],
  ['Campeonato Latinoamericano', 18],
  ['Festival Internacional de Danza Urbana y Ritmos Latinos de Ñuñoa', 26],
  ['Supercalifragilisticoespialidosonombresinespacios', 26],
  ['', 9],
])('the title %j is set in lines of %i letters', (nombre, letters) => {
  expect(anchoOf(nombre)).toBe(letters)
})
