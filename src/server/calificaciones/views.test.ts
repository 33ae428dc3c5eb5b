import { expect, test } from 'vitest'
import { detalleView } from './views.ts'

test('only a change of names or entries of its own day lets the address of a detail lead elsewhere', () => {
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
