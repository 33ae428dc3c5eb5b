import Papa from 'papaparse'
import { SEPARADORES, type Tabla } from '#domain/carga.ts'

/** Splits a list, with the line breaks of a text area, at each separator that it may have. */
export function tablasOf(texto: string): Tabla[] {
  return SEPARADORES.map((delimiter) => {
    if (delimiter === '\t') return { filas: splitTabs(texto), rota: null }
    const { data, errors } = Papa.parse<string[]>(texto, { delimiter, newline: '\n' })
    return { filas: data, rota: errors.find(({ type }) => type === 'Quotes')?.row ?? null }
  })
}

/**
 * Splits a list with tabs, as the clipboard of a spreadsheet has it. A quote is text: a spreadsheet puts quotes only around a cell
 * with a line break. Such a cell holds no tab, so two bare quotes never join the rows between them.
 */
function splitTabs(texto: string): string[][] {
  const filas: string[][] = []
  let fila: string[] = []
  for (const piece of texto.replace(/^\uFEFF/, '').split('\t')) {
    const lines = piece.split('\n')
    for (let at = 0; at < lines.length;) {
      if (at > 0) {
        filas.push(fila)
        fila = []
      }
      const { celda, next } = readCelda(lines, at)
      fila.push(celda)
      at = next
    }
  }
  return [...filas, fila]
}

/** The cell that begins at a line: the line, or the text in quotes that ends at the end of a later line. */
function readCelda(lines: readonly string[], at: number): { readonly celda: string; readonly next: number } {
  const first = lines[at] ?? ''
  if (first.startsWith('"')) {
    let quotes = 0
    for (let end = at; end < lines.length; end += 1) {
      quotes += (lines[end] ?? '').split('"').length - 1
      if (quotes % 2 !== 0) continue
      const inside = lines
        .slice(at, end + 1)
        .join('\n')
        .slice(1, -1)
        .replaceAll('""', '\0')
      const isQuoted = end > at && lines[end]?.endsWith('"') && !inside.includes('"')
      if (isQuoted) return { celda: inside.replaceAll('\0', '"'), next: end + 1 }
      break
    }
  }
  return { celda: first, next: at + 1 }
}
