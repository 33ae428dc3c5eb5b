/** Spreadsheets run what begins like this, whoever typed it; some take the wide letters for the narrow ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * A table as spreadsheets read it, Excel in Mexico among them: commas, quotes, UTF-8 with its mark. A text that would be
 * run as a formula is shown as text.
 */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
