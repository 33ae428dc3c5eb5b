import { expect, test } from 'vitest'
import { KINDS } from '#domain/bitacora.ts'
import type { Change } from '#contract/change.ts'
import { detalleView, resultadosView } from './calificaciones/views.ts'
import { mesaDeDiaView } from './competidores/views.ts'
import { views } from './registry.ts'

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

test('each kind of change updates a view, so that no open page stays as it was', () => {
  const env = { zonaHoraria: 'America/Mexico_City', host: 'localhost', tls: null, publicUrl: null }
  const params = { dia: 'viernes', categoriaId: 'c1', competidorId: 'e1', juezId: 'j1', id: 'c1' }
  const open = views(env).flatMap((view) => view.open(params) ?? view.open({ dia: 'viernes' }) ?? view.open({}) ?? [])
  const ids = { dia: 'viernes', categoriaId: 'c1', competidorId: 'e1', personaId: 'p1' } as const
  const silent = KINDS.filter((kind) => open.every((view) => view.touched({ kind, ...ids }).length === 0))
  // A draw changes the order of its entries, which is a change of its own; no view lists administrators; streams read `sesion`.
  expect(silent).toEqual(['sorteo', 'admin', 'sesion'])
})
