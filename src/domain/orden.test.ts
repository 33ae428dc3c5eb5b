import { expect, test } from 'vitest'
import fc from 'fast-check'
import { stepInList } from './lista.ts'
import { move, putBefore } from './move.ts'
import { sortPlaced, placeLast, renumber, sortByDia } from './orden.ts'
import { PROBLEMS } from './problem.ts'

const lista = [
  { id: 'a', orden: 1 },
  { id: 'b', orden: 2 },
  { id: 'c', orden: 3 },
]

test('categories of several days come in the order of the days, then of their positions', () => {
  const list = [
    { id: 'a', dia: 'sábado', orden: 1 },
    { id: 'b', dia: 'jueves', orden: 2 },
    { id: 'c', dia: 'viernes', orden: null },
    { id: 'd', dia: 'jueves', orden: 1 },
  ] as const
  expect(sortByDia(list).map(({ id }) => id)).toEqual(['d', 'b', 'c', 'a'])
})

test('a move returns only the two items that changed', () => {
  expect(move(lista, { id: 'c', direccion: 'up' })).toEqual([
    { id: 'c', orden: 2 },
    { id: 'b', orden: 3 },
  ])
})

test.each([
  ['a', 'up'],
  ['c', 'down'],
  ['unknown', 'up'],
] as const)('%s cannot go %s', (id, direccion) => {
  expect(move(lista, { id, direccion })).toEqual([])
})

test('an item moves past the visible neighbour and over the hidden items between', () => {
  const larga = [...lista, { id: 'd', orden: 4 }]
  const after = (asked: Parameters<typeof move>[1]) => {
    const changes = move(larga, asked)
    return sortPlaced(larga.map((item) => changes.find((one) => one.id === item.id) ?? item)).map((one) => one.id)
  }
  expect(after({ id: 'd', direccion: 'up', vecinoId: 'b' })).toEqual(['a', 'd', 'b', 'c'])
  expect(after({ id: 'a', direccion: 'down', vecinoId: 'c' })).toEqual(['b', 'c', 'a', 'd'])
  expect(after({ id: 'b', direccion: 'down', vecinoId: 'c' })).toEqual(['a', 'c', 'b', 'd'])
  expect(() => after({ id: 'b', direccion: 'down', vecinoId: 'a' })).toThrow(PROBLEMS['orden.changed'])
  expect(() => after({ id: 'b', direccion: 'up', vecinoId: 'b' })).toThrow(PROBLEMS['orden.changed'])
  expect(() => after({ id: 'b', direccion: 'up', vecinoId: 'gone' })).toThrow(PROBLEMS['orden.changed'])
})

test('an item goes before another one or last, and the list is numbered from 1', () => {
  const after = (id: string, antesDe: string | null) => {
    const changes = putBefore([...lista, { id: 'x', orden: null }], id, antesDe)
    return sortPlaced(lista.map((item) => changes.find((one) => one.id === item.id) ?? item)).map((one) => one.id)
  }
  expect(after('c', 'a')).toEqual(['c', 'a', 'b'])
  expect(after('a', 'c')).toEqual(['b', 'a', 'c'])
  expect(after('a', null)).toEqual(['b', 'c', 'a'])
  expect(putBefore(lista, 'a', 'b')).toEqual([])
  for (const [id, antesDe] of [
    ['a', 'gone'],
    ['a', 'x'],
    ['a', 'a'],
    ['x', 'a'],
    ['gone', null],
  ] as const)
    expect(() => after(id, antesDe)).toThrow(PROBLEMS['orden.changed'])
})

test('an item of a list changes places with its neighbour, and stays at the ends', () => {
  const lista = ['a', 'b', 'c']
  expect(stepInList(lista, 'c', 'up')).toEqual(['a', 'c', 'b'])
  expect(stepInList(lista, 'a', 'down')).toEqual(['b', 'a', 'c'])
  expect(stepInList(lista, 'a', 'up')).toEqual(lista)
  expect(stepInList(lista, 'c', 'down')).toEqual(lista)
  expect(stepInList(lista, 'unknown', 'down')).toEqual(lista)
})

test('items that are not placed take no part in a move or in the numbers', () => {
  const conSinOrden = [{ id: 'x', orden: null }, ...lista]
  expect(sortPlaced(conSinOrden).map((item) => item.id)).toEqual(['a', 'b', 'c'])
  expect(move(conSinOrden, { id: 'x', direccion: 'down' })).toEqual([])
})

test('a deletion closes the gap it leaves', () => {
  expect(renumber(lista, 'a')).toEqual([
    { id: 'b', orden: 1 },
    { id: 'c', orden: 2 },
  ])
})

test('an item goes last when it is placed', () => {
  expect(placeLast([...lista, { id: 'x', orden: null }], 'x')).toEqual([{ id: 'x', orden: 4 }])
})

function lastOf<T extends { id: string; orden: number | null }>(items: readonly T[], id: string) {
  return items.some((item) => item.id === id && item.orden !== null) ? putBefore(items, id, null) : []
}

test('every write leaves 1..n, also after an import with gaps and repeats', () => {
  const anyList = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 4 }),
      orden: fc.option(fc.integer({ min: -3, max: 9 }), { nil: null }),
    }),
    { selector: (item) => item.id, maxLength: 8 },
  )
  fc.assert(
    fc.property(anyList, fc.nat(7), fc.constantFrom('up', 'down', 'delete', 'place', 'last'), (items, at, act) => {
      const id = items[at]?.id ?? 'nobody'
      const left = act === 'delete' ? items.filter((item) => item.id !== id) : items
      const changes =
        act === 'delete'
          ? renumber(items, id)
          : act === 'place'
            ? placeLast(items, id)
            : act === 'last'
              ? lastOf(items, id)
              : move(items, { id, direccion: act })
      const after = left.map((item) => changes.find((change) => change.id === item.id) ?? item)
      const moved = changes.length > 0 || act === 'delete'
      if (moved)
        expect(sortPlaced(after).map((item) => item.orden)).toEqual(sortPlaced(after).map((_, index) => index + 1))
    }),
  )
})
