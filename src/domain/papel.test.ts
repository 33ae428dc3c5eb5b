import { expect, test } from 'vitest'
import { juecesDeHojas, numeradosOf, porCompania } from './papel.ts'

const entry = (id: string) => ({ id, nombre: id, compania: '', retiro: null })

test('numbers go on from category to category', () => {
  const categorias = [
    { id: 'a', nombre: 'A', orden: 1, competidores: [entry('e1'), entry('e2')] },
    { id: 'b', nombre: 'B', orden: 2, competidores: [] },
    { id: 'c', nombre: 'C', orden: 3, competidores: [entry('e3'), { ...entry('e4'), numero: '3A' }] },
  ]
  const numeros = numeradosOf(categorias).map(({ categoria, numerados }) => [
    categoria.nombre,
    ...numerados.map(({ numero, competidor }) => `${numero} ${competidor.id}`),
  ])
  expect(numeros).toEqual([['A', '1 e1', '2 e2'], ['B'], ['C', '3 e3', '3A e4']])
})

test('each company has its entries in running order, whatever its case; who has none stands last', () => {
  const de = (id: string, compania: string) => ({ ...entry(id), compania, tieneCompania: compania !== 'Sin compañía' })
  const categorias = [
    { id: 'a', nombre: 'A', orden: 1, competidores: [de('e1', 'Sin compañía'), de('e2', 'Son'), de('e3', 'Ñandú')] },
    { id: 'b', nombre: 'B', orden: 2, competidores: [de('e4', ' SON'), de('e5', 'Zeta')] },
  ]
  const grupos = porCompania(categorias).map(({ compania, entradas }) => [
    compania,
    ...entradas.map(({ numero, competidor, categoria }) => `${numero} ${competidor.id} ${categoria.nombre}`),
  ])
  expect(grupos).toEqual([
    ['Ñandú', '3 e3 A'],
    ['Son', '2 e2 A', '4 e4 B'],
    ['Zeta', '5 e5 B'],
    ['Sin compañía', '1 e1 A'],
  ])
})

test('a category has a sheet for each active assigned judge, and one without a name when it has none', () => {
  const juez = { id: 'j', principal: false, dias: null, categorias: null }
  const jueces = [
    { ...juez, id: 'j1', nombre: 'Ana', activo: true },
    { ...juez, id: 'j2', nombre: 'Bea', activo: false },
    { ...juez, id: 'j3', nombre: 'Caro', activo: true, dias: ['viernes' as const] },
  ]
  expect(juecesDeHojas(jueces, { id: 'c', dia: 'jueves' })).toEqual(['Ana'])
  expect(juecesDeHojas(jueces, { id: 'c', dia: 'viernes' })).toEqual(['Ana', 'Caro'])
  expect(juecesDeHojas([], { id: 'c', dia: 'jueves' })).toEqual([''])
})
