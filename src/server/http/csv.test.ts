import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a table begins with a byte order mark and keeps commas, quotes and line breaks within a cell', () => {
  expect(
    csvOf([
      ['Año', 'Nombre'],
      [1, 'Ana, "la Reina"\ny Luis'],
      [null, ''],
    ]),
  ).toBe('\uFEFF"Año","Nombre"\r\n1,"Ana, ""la Reina""\ny Luis"\r\n,""\r\n')
})

test.each(['=1+1', '+52 442', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠SUM(A1)'])(
  '%j is text, not a formula',
  (text) => {
    expect(csvOf([[text]])).toBe(`\uFEFF"'${text}"\r\n`)
  },
)

test('a number stays a number, also below zero', () => {
  expect(csvOf([[-2, 0.5]])).toBe('\uFEFF-2,0.5\r\n')
})
