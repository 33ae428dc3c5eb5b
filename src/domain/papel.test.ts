import { expect, test } from 'vitest'
import { juecesDeHojas, numeradosOf } from './papel.ts'

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
