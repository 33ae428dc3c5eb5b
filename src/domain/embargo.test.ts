import { expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { conocidoPor, isRetenida, publicarText } from './embargo.ts'
import type { Juez } from './jurado.ts'

const JUECES: readonly Juez[] = [
  { id: 'p', nombre: 'Ana', activo: true, principal: true, dias: null, categorias: null },
  { id: 'j', nombre: 'Beto', activo: true, principal: false, dias: null, categorias: null },
]
const person = (role: 'usuario' | 'juez' | 'admin', id: string): Actor => ({ role, id, nombre: id, sesionId: id })

test('a category is retained until it is announced, and only while results are retained', () => {
  expect(isRetenida({ retener: true, anunciadas: ['a'] }, 'b')).toBe(true)
  expect(isRetenida({ retener: true, anunciadas: ['a'] }, 'a')).toBe(false)
  expect(isRetenida({ retener: false, anunciadas: [] }, 'b')).toBe(false)
})

test.each([
  [{ role: 'visitante' }, 'anuncio'],
  [person('usuario', 'u'), 'anuncio'],
  [person('juez', 'j'), 'anuncio'],
  [person('juez', 'p'), 'resultados'],
  [person('admin', 'a'), 'resultados'],
] as const)('of a retained category %o knows %s', (actor, conocido) => {
  expect(conocidoPor(actor, JUECES, { publicado: true, retenida: true })).toBe(conocido)
})

test('only organisers know a hidden day, retained or not', () => {
  for (const retenida of [true, false]) {
    expect(conocidoPor({ role: 'visitante' }, JUECES, { publicado: false, retenida })).toBe('nada')
    expect(conocidoPor(person('juez', 'j'), JUECES, { publicado: false, retenida })).toBe('nada')
    expect(conocidoPor(person('admin', 'a'), JUECES, { publicado: false, retenida })).toBe('resultados')
  }
  expect(conocidoPor({ role: 'visitante' }, JUECES, { publicado: true, retenida: false })).toBe('resultados')
})

test('the question names how many categories become public', () => {
  expect([0, 1, 2].map(publicarText)).toEqual([
    null,
    '¿Publicar ahora los resultados de 1 categoría?',
    '¿Publicar ahora los resultados de 2 categorías?',
  ])
})
