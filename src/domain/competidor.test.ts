import { expect, test } from 'vitest'
import { relacionOf } from './competidor.ts'

const categoria = (id: string, nombre: string | null, orden: number | null) =>
  ({ id, nombre, orden, dia: 'jueves', fechaCreacion: null }) as const
const entry = (id: string, categoriaId: string, orden: number | null) => ({
  id,
  categoriaId,
  orden,
  nombre: id,
  compania: null,
  usuarioId: null,
  fechaInscripcion: null,
  musicaPath: null,
})

test('entries are numbered across the day as in the schedule; entries without an order are last', () => {
  const lista = relacionOf(
    [categoria('b', 'Bachata', 2), categoria('s', 'Salsa', 1), categoria('z', null, 3), categoria('u', 'Última', null)],
    [
      entry('b1', 'b', 1),
      entry('s2', 's', 4),
      entry('s1', 's', 2),
      entry('s0', 's', null),
      entry('z1', 'z', 1),
      entry('u1', 'u', 1),
    ],
  )
  expect(lista.map(({ turno, categoria, competidor }) => [turno, categoria, competidor.id])).toEqual([
    [1, 'Salsa', 's1'],
    [2, 'Salsa', 's2'],
    [3, 'Bachata', 'b1'],
    [4, 'Última', 'u1'],
    [null, 'Salsa', 's0'],
  ])
})
