import { expect, test } from 'vitest'
import { listFilas, grupoOf, groupFilas, enPantallaAfter, type Situacion } from './porCalificar.ts'

const aCategoria = (dia: 'jueves' | 'viernes', ids: string, more = {}) => ({
  dia,
  asignada: true,
  cerrada: false,
  competidores: ids.split('').map((id) => ({ id, retiro: id === 'r' ? ('descalificado' as const) : null })),
  ...more,
})
const idsOf = (filas: readonly { readonly entrada: { readonly id: string } }[]) =>
  filas.map(({ entrada }) => entrada.id).join('')

function listas(categorias: ReturnType<typeof aCategoria>[], turno: [string | null, number], situaciones = {}) {
  const known: Record<string, Situacion> = situaciones
  const filas = listFilas(categorias, ({ id }) => known[id] ?? 'libre')
  const { porCalificar, calificadas } = groupFilas(filas, {
    dia: 'viernes',
    competidorId: turno[0],
    selectedRow: turno[1],
  })
  return `${idsOf(porCalificar)}/${idsOf(calificadas)}`
}

test('entries are numbered by day, across categories, withdrawn ones included', () => {
  const filas = listFilas(
    [aCategoria('viernes', 'xy'), aCategoria('jueves', 'arb'), aCategoria('jueves', 'c')],
    () => 'libre',
  )
  expect(filas.map(({ posicion, entrada }) => `${posicion}${entrada.id}`)).toEqual(['1a', '2r', '3b', '4c', '1x', '2y'])
})

test('the current entry comes first, then the owed ones of its day, then of the days before, then the later ones', () => {
  const categorias = [aCategoria('jueves', 'ab'), aCategoria('viernes', 'cdefg')]
  expect(listas(categorias, ['e', 3])).toBe('ecdabfg/')
  expect(listas(categorias, [null, 0])).toBe('abcdefg/')
  expect(listas(categorias, ['e', 3], { a: 'enviada', e: 'pendiente', g: 'borrador' })).toBe('cdgbf/ea')
})

test('the entries that a judge owes are grouped into those due now, those due later, and the other days', () => {
  const categorias = [aCategoria('jueves', 'ab'), aCategoria('viernes', 'cdef')]
  const filas = listFilas(categorias, ({ id }) => (id === 'b' ? 'borrador' : 'libre'))
  const turno = { dia: 'viernes', competidorId: 'd', selectedRow: 2 } as const
  expect(filas.map((fila) => grupoOf(fila, turno))).toEqual(['jueves', 'ahora', 'ahora', 'ahora', 'después', 'después'])
})

test('while an entry is repeated, the entries up to the return point have passed', () => {
  const filas = listFilas([aCategoria('viernes', 'cdef')], () => 'libre')
  const regreso = { selectedRow: 3, competidorId: 'e' }
  const turno = { dia: 'viernes', competidorId: 'c', selectedRow: 1, regreso } as const
  expect(filas.map((fila) => grupoOf(fila, turno))).toEqual(['ahora', 'ahora', 'ahora', 'después'])
})

test('a judge is not asked for withdrawn entries, closed categories, or categories of others', () => {
  const categorias = [
    aCategoria('viernes', 'ar'),
    aCategoria('viernes', 'b', { cerrada: true }),
    aCategoria('viernes', 'cd', { asignada: false }),
  ]
  expect(listas(categorias, ['a', 1])).toBe('a/')
  expect(listas(categorias, ['a', 1], { b: 'borrador', d: 'tardia' })).toBe('ab/d')
})

const at = (competidorId: string | null, elegida = false) => ({ competidorId, elegida })
const turn = (competidorId: string | null, hayCambio = true) => ({ competidorId, hayCambio })

test('the screen follows the turn', () => {
  expect(enPantallaAfter(at(null), undefined, turn('a'))).toEqual(at('a'))
  expect(enPantallaAfter(at('a'), 'libre', turn('b'))).toEqual(at('b'))
  expect(enPantallaAfter(at('a'), 'enviada', turn('b'))).toEqual(at('b'))
  expect(enPantallaAfter(at('a'), 'pendiente', turn('b'))).toEqual(at('b'))
  expect(enPantallaAfter(at('a'), 'enviada', turn(null))).toEqual(at('a'))
})

test('a mark that is being typed stays until it is sent, then the screen follows', () => {
  expect(enPantallaAfter(at('a'), 'borrador', turn('b'))).toEqual(at('a'))
  expect(enPantallaAfter(at('a'), 'pendiente', turn('b', false))).toEqual(at('a'))
  expect(enPantallaAfter(at('a'), 'tardia', turn('b', false))).toEqual(at('a'))
  expect(enPantallaAfter(at('a'), 'enviada', turn('b', false))).toEqual(at('b'))
})

test('an entry that the judge opened stays until it is sent and the turn moves', () => {
  const opened = at('a', true)
  for (const situacion of ['libre', 'borrador', 'reabierta', 'conflicto'] as const)
    expect(enPantallaAfter(opened, situacion, turn('b')), situacion).toEqual(opened)
  expect(enPantallaAfter(opened, 'enviada', turn('b', false))).toEqual(opened)
  expect(enPantallaAfter(opened, 'enviada', turn('b'))).toEqual(at('b'))
})

test('the screen follows the turn when the open entry no longer exists', () => {
  expect(enPantallaAfter(at('a', true), undefined, turn('b', false))).toEqual(at('b'))
})
