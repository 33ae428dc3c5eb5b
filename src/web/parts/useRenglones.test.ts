import { expect, test } from 'vitest'
import { jornadaOf } from '#domain/horario.ts'
import { reuseCategorias } from './useRenglones.ts'

const entry = (nombre: string) => ({ id: nombre, nombre, retiro: null })

test('after a press, only the rows and the categories that changed are new objects', () => {
  const categorias = [
    { id: 's', nombre: 'Salsa', orden: 1, competidores: [entry('Ana'), entry('Bea')] },
    { id: 'c', nombre: 'Casino', orden: 2, competidores: [entry('Caro'), entry('Dani')] },
  ]
  const at = (selectedRow: number) => jornadaOf(categorias, { selectedRow }, null, 5).categorias
  const before = at(2)
  expect(reuseCategorias(before, at(2))).toBe(before)
  const after = reuseCategorias(before, at(1))
  expect(after).toEqual(at(1))
  expect(after[1]).toBe(before[1])
  expect(after[0]?.renglones[0]).not.toBe(before[0]?.renglones[0])
  const past = reuseCategorias(before, at(3))
  expect(past[0]?.renglones[0]).toBe(before[0]?.renglones[0])
  expect(past[1]?.renglones[1]).toBe(before[1]?.renglones[1])
})
