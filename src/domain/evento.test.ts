import { expect, test } from 'vitest'
import { textosDeEjemplo } from './textosDeEvento.ts'
import { anchoOf, eventoDefault, nombreCorto } from './evento.ts'

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

test('a text that still holds its example is named, but for those that many events keep', () => {
  const nuevo = eventoDefault('America/Mexico_City')
  const todos = ['Nombre del evento', 'Edición', 'Hotel', 'Dirección', 'Enlace del mapa', 'Correo de contacto']
  expect(textosDeEjemplo(nuevo)).toEqual([...todos, 'Teléfono de contacto'])
  expect(textosDeEjemplo({ ...nuevo, zonaHoraria: 'America/Bogota', subtitulo: 'Otro' })).toHaveLength(7)
  expect(textosDeEjemplo({ ...nuevo, hotel: 'Hotel Sol', telefono: '' })).toEqual(
    todos.filter((campo) => campo !== 'Hotel'),
  )
})
