import { expect, test } from 'vitest'
import { criteriosOfTipo, tipoOf } from './criterios.ts'

test.each([
  ['Show-case Grupos', 'showcase'],
  ['SHOW CASE infantil', 'showcase'],
  ['show_case.pro', 'showcase'],
  ['Rueda de Casino', 'casino'],
  ['CASINO Élite', 'casino'],
  ['Salsa On1 Amateur', 'general'],
] as const)('%s has the criteria of %s', (nombre, tipo) => {
  expect(tipoOf(nombre, null)).toBe(tipo)
})

test('a chosen type wins over the name', () => {
  expect(tipoOf('Rueda de Casino', 'general')).toBe('general')
  expect(tipoOf('Rueda de Casino', 'automatico')).toBe('casino')
})

test('each type has its criteria, in the order of their keys', () => {
  expect(criteriosOfTipo('casino').map(({ clave }) => clave)).toEqual([
    'b_tiempo',
    'c_tecnica',
    'd_musicalidad',
    'e_dificultad',
    'f_originalidad',
    'g_coordinacion',
    'h_presVisual',
    'i_Cubania',
  ])
  expect([criteriosOfTipo('showcase').length, criteriosOfTipo('general').length]).toEqual([6, 6])
})
