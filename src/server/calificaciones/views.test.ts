import { expect, test } from 'vitest'
import { detalleView } from './views.ts'

test('a mark touches the details of its category alone', () => {
  const touched = detalleView.open({ dia: 'jueves', categoriaId: 'c1', competidorId: 'e1' })?.touched
  const mark = { kind: 'calificacion', dia: 'jueves' } as const
  expect(touched?.({ ...mark, categoriaId: 'c1', competidorId: 'e2' })).toEqual(['detalle'])
  expect(touched?.({ ...mark, categoriaId: 'c2', competidorId: 'e1' })).toEqual([])
})
