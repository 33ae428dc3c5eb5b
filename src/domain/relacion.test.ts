import { expect, test } from 'vitest'
import { archivoOf, relacionOf } from './relacion.ts'

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

test('entries are counted through the day as the schedule does; those without an order stand last', () => {
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

test.each([
  [{ turno: 7, categoria: 'Salsa', nombre: 'Ana y Luis' }, '007 - Salsa - Ana y Luis.mp3'],
  [{ turno: 1234, categoria: 'Salsa', nombre: null }, '1234 - Salsa - Sin nombre.mp3'],
  [{ turno: null, categoria: 'Salsa', nombre: 'Ana' }, 'Sin orden - Salsa - Ana.mp3'],
  [{ turno: 1, categoria: 'On1/On2', nombre: '..\\..\\C:"x"?' }, '001 - On1 On2 - C x.mp3'],
  [{ turno: 1, categoria: 'S', nombre: 'a'.repeat(200) }, `001 - S - ${'a'.repeat(110)}.mp3`],
  [{ turno: 1, categoria: 'S', nombre: '💃'.repeat(200) }, `001 - S - ${'💃'.repeat(57)}.mp3`],
  [{ turno: 1, categoria: 'S', nombre: '舞'.repeat(200) }, `001 - S - ${'舞'.repeat(76)}.mp3`],
  [{ turno: 1, categoria: 'S', nombre: 'foto\u202Egnp.exe' }, '001 - S - foto gnp.exe.mp3'],
])('%j is called %s', ({ turno, categoria, nombre }, name) => {
  expect(archivoOf({ turno, categoria, competidor: { ...entry('e', 'c', 1), nombre } })).toBe(name)
})
