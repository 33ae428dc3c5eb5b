import { expect, test } from 'vitest'
import { hasNombre, isCompleta, matchesNombre, sinUsoOf, slugOf, tituloOf, nombreConDia } from './categoria.ts'

test.each([
  ['Salsa On1 Amateur', 'salsa_on1_amateur'],
  ['  Cha cha chá ', 'cha_cha_ch'],
  ['Show-case Grupos', 'showcase_grupos'],
  ['Ñañigo / 100%', 'aigo__100'],
])('the slug of %j is %j', (nombre, slug) => {
  expect(slugOf(nombre)).toBe(slug)
})

test('a name is taken also with other case or outer spaces', () => {
  expect(hasNombre([{ nombre: 'SALSA Élite' }], ' salsa élite')).toBe(true)
  expect(hasNombre([{ nombre: 'Salsa' }, { nombre: null }], 'Salsa 2')).toBe(false)
  expect(hasNombre([{ nombre: 'Salsa On1' }], 'salsa\u00a0  ON1')).toBe(true)
  expect(hasNombre([{ nombre: 'Niños' }], 'Nin\u0303os')).toBe(true)
  expect(hasNombre([{ nombre: 'Bachata' }], 'Bacha\u200bta')).toBe(true)
})

test('the title is the order and the name', () => {
  expect(tituloOf({ orden: 3, nombre: 'Casino' })).toBe('3 - Casino')
})

test('a category without day or name is not complete', () => {
  const categoria = { id: 'c', nombre: 'Salsa', fechaCreacion: null, orden: 1, dia: 'jueves' } as const
  expect(isCompleta(categoria)).toBe(true)
  expect(isCompleta({ ...categoria, dia: null })).toBe(false)
  expect(isCompleta({ ...categoria, nombre: '' })).toBe(false)
})

test('a search finds a category by a part of its name; only an empty search finds one without a name', () => {
  expect(matchesNombre({ nombre: 'Cha cha chá' }, 'cha cha cha')).toBe(true)
  expect(matchesNombre({ nombre: 'Bachata' }, 'salsa')).toBe(false)
  expect(matchesNombre({ nombre: null }, '')).toBe(true)
})

test('a former name is free while no category of its day has it, in any spelling', () => {
  const anteriores = [
    { categoriaId: 'a', dia: 'jueves', nombre: 'Salsa' },
    { categoriaId: 'b', dia: 'viernes', nombre: 'Salsa' },
  ] as const
  const free = (nombre: string | null) =>
    sinUsoOf(anteriores, [{ dia: 'jueves', nombre }]).map(({ categoriaId }) => categoriaId)
  expect(free('Son')).toEqual(['a', 'b'])
  expect(free(null)).toEqual(['a', 'b'])
  expect(free(' SALSA ')).toEqual(['b'])
})

test('a name carries its day where several days have it, whatever its case', () => {
  const todas = [
    { nombre: 'Salsa', dia: 'jueves' },
    { nombre: 'SALSA', dia: 'viernes' },
    { nombre: 'Casino', dia: 'jueves' },
  ] as const
  expect(todas.map((one) => nombreConDia(one, todas))).toEqual(['Salsa (jueves)', 'SALSA (viernes)', 'Casino'])
})
