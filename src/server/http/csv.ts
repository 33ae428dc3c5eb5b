import { escapeCelda } from '#domain/texto.ts'

type Row = readonly (string | number | null)[]

/**
 * Writes a table as CSV that Excel with Mexican settings reads: commas, quotes, UTF-8 with a byte order mark. Escapes texts
 * that a spreadsheet would run as a formula.
 */
export function csvOf(rows: readonly Row[]): string {
  return `\uFEFF${csvRows(rows)}`
}

/** The CSV text of further rows, without the byte order mark of `csvOf`, for a table that is sent in pieces. */
export function csvRows(rows: readonly Row[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return `"${escapeCelda(value).replaceAll('"', '""')}"`
}
