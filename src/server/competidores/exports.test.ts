import { expect, test } from 'vitest'
import { archivoOf } from './exports.ts'

const ANA = { turno: 1, categoria: 'S', nombre: 'Ana', numero: null }

test.each([
  [{ turno: 3, numero: '12A' }, '012A - S - Ana.mp3'],
  [{ turno: 3, numero: '120' }, '120 - S - Ana.mp3'],
  [{ turno: 7, categoria: 'Salsa', nombre: 'Ana y Luis' }, '007 - Salsa - Ana y Luis.mp3'],
  [{ turno: 1234, categoria: 'Salsa', nombre: null }, '1234 - Salsa - Sin nombre.mp3'],
  [{ turno: null }, 'Sin orden - S - Ana.mp3'],
  [{ categoria: 'On1/On2', nombre: '..\\..\\C:"x"?' }, '001 - On1 On2 - C x.mp3'],
  [{ nombre: 'a'.repeat(200) }, `001 - S - ${'a'.repeat(110)}.mp3`],
  [{ nombre: '💃'.repeat(200) }, `001 - S - ${'💃'.repeat(57)}.mp3`],
  [{ nombre: '舞'.repeat(200) }, `001 - S - ${'舞'.repeat(76)}.mp3`],
  [{ nombre: 'foto\u202Egnp.exe' }, '001 - S - foto gnp.exe.mp3'],
])('a track of %j is called %s', (given, name) => {
  const { turno, categoria, ...competidor } = { ...ANA, ...given }
  expect(archivoOf({ turno, categoria, competidor })).toBe(name)
})
