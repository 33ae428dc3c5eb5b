import { expect, test } from 'vitest'
import { detalleView } from './views.ts'

test('the address of a detail is resolved again only after a change of names or entries of its day', () => {
  const moves = detalleView.open({ dia: 'jueves', categoria: 'Salsa', nombre: 'Ana' })?.moves
  expect([
    moves?.({ kind: 'calificacion', dia: 'jueves' }),
    moves?.({ kind: 'publicacion' }),
    moves?.({ kind: 'competidor', dia: 'viernes' }),
  ]).toEqual([false, false, false])
  expect([
    moves?.({ kind: 'competidor', dia: 'jueves' }),
    moves?.({ kind: 'categoria', dia: 'jueves' }),
    moves?.({ kind: 'competidor' }),
    moves?.({ kind: 'todo' }),
  ]).toEqual([true, true, true, true])
})

test('a mark touches the details of its category alone', () => {
  const touched = detalleView.open({ dia: 'jueves', categoria: 'c1', nombre: 'e1' })?.touched
  const mark = { kind: 'calificacion', dia: 'jueves' } as const
  expect(touched?.({ ...mark, categoriaId: 'c1', competidorId: 'e2' })).toEqual(['detalle'])
  expect(touched?.({ ...mark, categoriaId: 'c2', competidorId: 'e1' })).toEqual([])
})
