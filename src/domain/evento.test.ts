import { expect, test } from 'vitest'
import { anchoOf, countTextosDeEjemplo, eventoDefault, nombreCorto } from './evento.ts'

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

test.each([
  ['Salsa Fest 2025', 'Salsa Fest'],
  ['Festival de Son y Rueda', 'Festival'],
  ['  Son y   Rueda ', 'Son y Rueda'],
  ['Salsa & Bachata Fest', 'Salsa'],
  ['Salsa Fest 5 Congreso', 'Salsa Fest 5'],
  ['Supercalifragilisticoespialidoso 2026', 'Supercalifragilisticoespialidoso'],
  ['', ''],
])('under its icon, %j is called %j', (nombre, corto) => {
  expect(nombreCorto(nombre)).toBe(corto)
})

test('each text of the event counts as an example until it is another one, and the zone never does', () => {
  const nuevo = eventoDefault('America/Mexico_City')
  expect(countTextosDeEjemplo(nuevo)).toBe(9)
  expect(countTextosDeEjemplo({ ...nuevo, zonaHoraria: 'America/Bogota' })).toBe(9)
  expect(countTextosDeEjemplo({ ...nuevo, hotel: 'Hotel Sol', telefono: '' })).toBe(7)
})
