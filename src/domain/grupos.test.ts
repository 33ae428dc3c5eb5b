import { expect, test } from 'vitest'
import { rankInGroups } from './grupos.ts'

test('the first figure that differs decides, the higher one is first; equal items keep their order in one group', () => {
  const items = [
    { id: 'a', figures: [1, 5] },
    { id: 'b', figures: [2, 0] },
    { id: 'c', figures: [1, 7] },
    { id: 'd', figures: [2, 0] },
  ]
  const groups = rankInGroups(items, ({ figures }) => figures)
  expect(groups.map(({ items: equal, figures }) => [equal.map(({ id }) => id), figures])).toEqual([
    [
      ['b', 'd'],
      [2, 0],
    ],
    [['c'], [1, 7]],
    [['a'], [1, 5]],
  ])
})

test('without figures all items are equal, and without items there is no group', () => {
  expect(rankInGroups(['a', 'b'], () => [])).toEqual([{ items: ['a', 'b'], figures: [] }])
  expect(rankInGroups([], () => [])).toEqual([])
})
