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

/** A cell and its end. In quotes it holds a line break, and no tab: two bare quotes never join the rows between them. */
const CELDA = /(?:"([^"\t\n]*(?:""[^"\t\n]*)*\n[^"\t]*(?:""[^"\t]*)*)"|([^\t\n]*))(\t|\n|$)/g

/** Splits a list with tabs, as a spreadsheet copies it: with quotes only around a cell with a line break, else a quote is text. */
function splitTabs(texto: string): string[][] {
  const filas: string[][] = []
  let fila: string[] = []
  for (const [, quoted, plain = '', end] of texto.replace(/^\uFEFF/, '').matchAll(CELDA)) {
    fila.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\t') continue
    filas.push(fila)
    if (end === '') break
    fila = []
  }
  return filas
}
