import { expect, test } from 'vitest'
import type { Dia } from './dia.ts'
import { sortByNombre, hasJuez, isAsignado } from './juez.ts'

const SALSA = { id: 'salsa', dia: 'jueves' } as const

test.each<[string, readonly Dia[] | null, readonly string[] | null, boolean]>([
  ['the whole event', null, null, true],
  ['the day of the category', ['viernes', 'jueves'], null, true],
  ['another day', ['viernes'], null, false],
  ['the category', null, ['son', 'salsa'], true],
  ['another category', null, ['son'], false],
  ['another day and the category', ['viernes'], ['salsa'], true],
  ['no category that still exists', null, [], false],
])('a judge of %s: %j, %j, scores it: %s', (_, dias, categorias, asignado) => {
  expect(isAsignado({ dias, categorias }, SALSA)).toBe(asignado)
})

test('a category without a day is scored only by judges of the whole event and of that category', () => {
  const sinDia = { id: 'salsa', dia: null }
  expect(isAsignado({ dias: ['jueves'], categorias: null }, sinDia)).toBe(false)
  expect(isAsignado({ dias: null, categorias: ['salsa'] }, sinDia)).toBe(true)
  expect(isAsignado({ dias: null, categorias: null }, sinDia)).toBe(true)
})

test('a name that looks like that of another judge is taken; the name of the judge is free for that judge', () => {
  const jueces = [{ id: 'a', nombre: 'Ámparo  Ruiz' }]
  expect(hasJuez(jueces, ' ámparo ruiz')).toBe(true)
  expect(hasJuez(jueces, 'ámparo ruiz', 'a')).toBe(false)
  expect(hasJuez(jueces, 'Amparo Díaz')).toBe(false)
})

test('judges are sorted by name as in Spanish', () => {
  const sorted = sortByNombre([{ nombre: 'Zoe' }, { nombre: 'Óscar' }, { nombre: 'Ñico' }, { nombre: 'Nora' }])
  expect(sorted.map(({ nombre }) => nombre)).toEqual(['Nora', 'Ñico', 'Óscar', 'Zoe'])
})
