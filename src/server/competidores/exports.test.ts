import { expect, test } from 'vitest'
import { archivoOf } from './exports.ts'

const entry = (id: string, categoriaId: string, orden: number | null) => ({
  id,
  categoriaId,
  orden,
  nombre: id,
  compania: null,
  usuarioId: null,
  fechaInscripcion: null,
  musicaPath: null,
  numero: null,
})

test.each([
  ['12A', '012A - S - Ana.mp3'],
  ['120', '120 - S - Ana.mp3'],
])('with the number %s a track is called %s', (numero, name) => {
  expect(archivoOf({ turno: 3, categoria: 'S', competidor: { ...entry('e', 'c', 1), nombre: 'Ana', numero } })).toBe(
    name,
  )
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
