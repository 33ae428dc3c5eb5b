import { expect, test } from 'vitest'
import type { Change } from '#contract/change.ts'
import { detalleView, resultadosView } from './calificaciones/views.ts'
import { mesaDeDiaView } from './competidores/views.ts'

const VIERNES = [
  resultadosView.open({ dia: 'viernes' }),
  mesaDeDiaView.open({ dia: 'viernes' }),
  detalleView.open({ dia: 'viernes', categoriaId: 'c1', competidorId: 'e1' }),
]
const touched = (change: Omit<Change, 'kind'>) =>
  VIERNES.map((view) => view?.touched({ kind: 'competidor', categoriaId: 'c1', ...change }))

test('the views of a day answer to changes of that day, and to those that name none', () => {
  const all = [['c:c1'], ['c:c1', 'rondas', 'turno'], ['detalle']]
  // A round of the day may come from another one.
  expect(touched({ dia: 'jueves' })).toEqual([[], ['rondas'], []])
  expect(touched({ dia: 'viernes' })).toEqual(all)
  expect(touched({})).toEqual(all)
})
