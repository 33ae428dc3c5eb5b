import { expect, test } from 'vitest'
import { matchesBusqueda, matchesCompetidor } from './busqueda.ts'

test.each([
  ['Cha cha chá', 'cha cha cha'],
  ['Cha  cha cha\u0301', ' CHÁ CHA '],
  ['Niños', 'NINOS'],
  ['Salsa\u00a0On1', 'salsa on'],
  ['Salsa', ''],
  ['Søren Łódź Đorđe', 'soren lodz dorde'],
  ['Straße', 'STRASSE'],
  ['Strasse', 'straße'],
  ['GROẞE Ægir Œuvre', 'grosse aegir oeuvre'],
  ['Işık Diyarbakır', 'isik diyarbakir'],
  ['\u00D8\u0301re', 'ore'],
])('%j is found by %j', (texto, busqueda) => {
  expect(matchesBusqueda(texto, busqueda)).toBe(true)
})

test.each([
  ['Salsa', 'salsas'],
  ['Cha cha chá', 'chacha'],
])('%j is not found by %j', (texto, busqueda) => {
  expect(matchesBusqueda(texto, busqueda)).toBe(false)
})

test('an entry is found by its name and by its company, not across both', () => {
  const entrada = { nombre: 'Íñigo Peña', compania: 'A/B Crew' }
  expect(['inigo', 'b crew', '', 'peña a/b'].map((busqueda) => matchesCompetidor(entrada, busqueda))).toEqual([
    true,
    true,
    true,
    false,
  ])
})
