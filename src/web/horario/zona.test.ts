import { expect, test } from 'vitest'
import { nombreDeZona, zonasPorNombre } from './zona.ts'

test.each([
  ['America/Mexico_City', 'Ciudad de México'],
  ['America/Puerto_Rico', 'Puerto Rico'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['Atlantic/Canary', 'Islas Canarias'],
  ['UTC', 'UTC'],
])('%s is called %s', (zona, nombre) => {
  expect(nombreDeZona(zona)).toBe(nombre)
})

test('zones are sorted by name, with accents', () => {
  expect(zonasPorNombre(['America/Havana', 'Europe/Amsterdam', 'America/Merida', 'Europe/Madrid'])).toEqual([
    { zona: 'Europe/Amsterdam', nombre: 'Ámsterdam' },
    { zona: 'America/Havana', nombre: 'La Habana' },
    { zona: 'Europe/Madrid', nombre: 'Madrid' },
    { zona: 'America/Merida', nombre: 'Mérida' },
  ])
})

test('no two zones have the same name', () => {
  const nombres = Intl.supportedValuesOf('timeZone').map(nombreDeZona)
  expect(new Set(nombres).size).toBe(nombres.length)
})
