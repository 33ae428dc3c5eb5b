import { expect, test } from 'vitest'
import {
  type Juez,
  listEsperados,
  listMissingJueces,
  faltanText,
  listReclamados,
  panelOf,
  type Juzgado,
  type MarcaDeJuez,
  sortByNombre,
  isAsignado,
  mostJueces,
} from './jurado.ts'
import { estadoOf, needsDecision, porCerrarDe } from './cierre.ts'
import type { Dia } from './dia.ts'
import { renglonesOf } from './estatus.ts'
import type { EnTurno } from './turno.ts'

const juez = (id: string, change: Partial<Juez> = {}): Juez => ({
  id,
  nombre: id.toUpperCase(),
  activo: true,
  principal: false,
  dias: null,
  categorias: null,
  ...change,
})
const marca = (juezId: string, estado: MarcaDeJuez['estado'] = 'enviada'): MarcaDeJuez => ({
  juezId,
  juez: juezId.toUpperCase(),
  estado,
})
const entrada = (...marcas: MarcaDeJuez[]): Juzgado => ({ orden: 1, retiro: null, marcas })
const CATEGORIA = { id: 'c', dia: 'jueves' } as const
const ids = (panel: readonly { readonly id: string }[]) => panel.map(({ id }) => id)

test('the panel is the active judges assigned to the category, by name', () => {
  const jueces = [
    juez('b'),
    juez('a', { dias: ['jueves'] }),
    juez('off', { activo: false }),
    juez('viernes', { dias: ['viernes'] }),
    juez('c', { categorias: ['c'] }),
    juez('otra', { categorias: ['x'] }),
  ]
  expect(ids(panelOf(jueces, CATEGORIA, []))).toEqual(['a', 'b', 'c'])
})

test('without assigned judges the panel is the judges who marked the entry', () => {
  expect(ids(panelOf([juez('a', { activo: false })], CATEGORIA, [marca('z'), marca('y')]))).toEqual(['y', 'z'])
})

test('a judge with a reopened mark is missing also after leaving the panel', () => {
  const jueces = [juez('a'), juez('off', { activo: false })]
  expect(ids(listMissingJueces(jueces, CATEGORIA, entrada(marca('a'), marca('off', 'reabierta'))))).toEqual(['off'])
})

test('a closed category misses only judges of the panel that it was closed with, and none that it does not count', () => {
  const jueces = [juez('a'), juez('b'), juez('nuevo')]
  const missing = (panel: readonly string[], excluidos: readonly string[] = []) =>
    ids(listMissingJueces(listEsperados(jueces, { panel, excluidos }), CATEGORIA, entrada(marca('a'))))
  expect([missing(ids(jueces)), missing(['a', 'b']), missing(['a'])]).toEqual([['b', 'nuevo'], ['b'], []])
  expect(missing(['a', 'b'], ['b'])).toEqual([])
})

test('a judge with a reopened mark is missing, and a withdrawn entry misses no judge', () => {
  const jueces = [juez('a'), juez('b'), juez('c')]
  const marcas = [marca('a'), marca('b', 'reabierta')]
  expect(ids(listMissingJueces(jueces, CATEGORIA, entrada(...marcas)))).toEqual(['b', 'c'])
  expect(
    listMissingJueces(jueces, CATEGORIA, { orden: 1, retiro: { estado: 'descalificado', motivo: null }, marcas }),
  ).toEqual([])
})

test.each<[string, EnTurno, string]>([
  ['before the first turn', { selectedRow: 0 }, ''],
  ['at the second turn', { selectedRow: 2 }, 'ab'],
  ['while a missed entry has the turn', { selectedRow: 1, regreso: { selectedRow: 2, competidorId: 'b' } }, 'ab'],
  ['where an entry behind the turn had it before', { selectedRow: 1, pasados: ['c'] }, 'ac'],
  ['after the last turn', { selectedRow: 5 }, 'abcd'],
])('%s the desk names the missing judges of the entries that the turn has come to', (_, turno, expected) => {
  const entries = ['a', 'b', 'c', 'd'].map((id) => ({ id, retiro: null }))
  const named = renglonesOf(entries, turno, { clock: null, minutos: 1 }).filter(
    ({ estatus }) => listReclamados(estatus, [juez('x')]).length > 0,
  )
  expect(named.map(({ competidor }) => competidor.id).join('')).toBe(expected)
})

test.each([
  [[], ''],
  [['Ana'], 'Falta Ana.'],
  [['Ana', 'Luis'], 'Faltan Ana y Luis.'],
  [['Ana', 'Luis', 'Mar'], 'Faltan Ana, Luis y Mar.'],
])('%j: %s', (nombres, text) => {
  expect(faltanText(nombres.map((nombre) => ({ nombre })))).toBe(text)
})

test('closing needs a decision while a judge is missing or the judges of the entries differ', () => {
  const jueces = [juez('a'), juez('b')]
  const needs = (...entradas: Juzgado[]) => needsDecision(jueces, CATEGORIA, entradas)
  expect(needs(entrada(marca('a'), marca('b')), entrada(marca('b'), marca('a')))).toBe(false)
  expect(needs(entrada(marca('a'), marca('b')), entrada(marca('a')))).toBe(true)
  expect(needs(entrada(marca('a'), marca('b'), marca('off')), entrada(marca('a'), marca('b')))).toBe(true)
  expect(needs(entrada(marca('a'), marca('b')), { ...entrada(), orden: null })).toBe(false)
  expect(
    needs(entrada(marca('a'), marca('b')), { ...entrada(), retiro: { estado: 'no_se_presento', motivo: null } }),
  ).toBe(false)
  expect(needsDecision([], CATEGORIA, [entrada()])).toBe(true)
  // No judge is assigned, and none is missing: an entry without any mark asks all the same.
  const invitadas = [entrada(marca('z')), entrada(marca('z'))]
  expect(needsDecision([], CATEGORIA, invitadas)).toBe(false)
  expect(needsDecision([juez('a', { dias: ['viernes'] })], CATEGORIA, [...invitadas, entrada()])).toBe(true)
})

test('a result is provisional until its category is closed; without judges it is neither provisional nor final', () => {
  expect([estadoOf([], null), estadoOf([{}], null), estadoOf([{}], { autor: 'Paz' })]).toEqual([
    null,
    'provisional',
    'final',
  ])
})

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

test('judges are sorted by name as in Spanish', () => {
  const sorted = sortByNombre([{ nombre: 'Zoe' }, { nombre: 'Óscar' }, { nombre: 'Ñico' }, { nombre: 'Nora' }])
  expect(sorted.map(({ nombre }) => nombre)).toEqual(['Nora', 'Ñico', 'Óscar', 'Zoe'])
})

test('a day leaves open its categories with entries that are not closed, and the marks that these miss', () => {
  const entry = (...faltan: string[]) => ({ retiro: null, faltan })
  const categorias = [
    { estado: 'provisional' as const, competidores: [entry('J1', 'J2'), entry()] },
    { estado: 'final' as const, competidores: [entry('J1')] },
    { estado: 'provisional' as const, competidores: [] },
    { estado: 'provisional' as const, competidores: [{ retiro: 'descalificado', faltan: [] }] },
  ]
  expect(porCerrarDe(categorias)).toEqual({ sinCerrar: 1, notasQueFaltan: 2 })
  expect(porCerrarDe([{ estado: null, competidores: [entry()] }])).toEqual({ sinCerrar: 0, notasQueFaltan: 0 })
})

test('the most judges of an entry count each judge once, also one whose mark is there and owed again', () => {
  const de = (...ids: string[]) => ids.map((juezId) => ({ juezId }))
  const faltan = (...ids: string[]) => ids.map((id) => ({ id }))
  expect(mostJueces([])).toBe(0)
  expect(
    mostJueces([
      { calificaciones: de('a', 'b'), faltan: faltan('b', 'c') },
      { calificaciones: [], faltan: faltan('a') },
    ]),
  ).toBe(3)
})
