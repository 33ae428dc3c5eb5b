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
