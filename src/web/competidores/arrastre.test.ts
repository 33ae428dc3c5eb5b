import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeAt } from './arrastre.ts'

/** Rows of any heights, some apart, as the current entry has its acts below it. */
const anyRows = fc
  .array(fc.record({ height: fc.integer({ min: 20, max: 400 }), gap: fc.integer({ min: 0, max: 200 }) }), {
    minLength: 2,
    maxLength: 40,
  })
  .map((sizes) => {
    let end = 0
    return sizes.map(({ height, gap }) => {
      const top = end
      end = top + height + gap
      return { top, height }
    })
  })

const isPlaceOfEach = (rows: readonly { top: number; height: number }[], at: (row: (typeof rows)[number]) => number) =>
  rows.every((_one, from) => rows.every((row, to) => from === to || placeAt(at(row), rows, from) === to))

test('from every place the pointer reaches every place: it is that of the row under its middle', () => {
  fc.assert(fc.property(anyRows, (rows) => isPlaceOfEach(rows, ({ top, height }) => top + height / 2)))
})

test('a pointer beyond the list drops first or last, and one on the row itself drops it where it was', () => {
  fc.assert(
    fc.property(anyRows, (rows) =>
      rows.every(({ top, height }, from) => {
        expect(placeAt(-1, rows, from)).toBe(0)
        expect(placeAt(1e6, rows, from)).toBe(rows.length - 1)
        expect(placeAt(top + height / 2, rows, from)).toBe(from)
        return true
      }),
    ),
  )
})
