import { unzipSync, zipSync, type Unzipped } from 'fflate'
import readXlsxFile from 'read-excel-file/universal'
import { hasCabeza } from '#domain/carga.ts'

/** The entries that a workbook may have, and the bytes that they may have together. */
const ENTRIES_MAX = 2_000
const BYTES_MAX = 50 * 1024 * 1024
/** Limits of what a list is read from, far above a list of 2,000 rows: a sheet in which only empty cells lie far away passes. */
const CELLS_MAX = 20_000_000
const ROWS_MAX = 20_000
const LETTERS_MAX = 5 * 1024 * 1024

/**
 * The rows of a workbook as a list with tabs: those of the first sheet with the heading of a list, else of the first one. Throws
 * for what is no workbook, and for one that is too large.
 */
export async function readLibro(workbook: Uint8Array<ArrayBuffer>): Promise<string> {
  let cells = 0
  const files = unpackXml(workbook)
  for (const [name, bytes] of Object.entries(files)) {
    const xml = new TextDecoder().decode(bytes)
    if (!xml.includes('sheetData')) continue
    const sheet = plainSheet(xml)
    cells += cellsOf(sheet)
    files[name] = new TextEncoder().encode(sheet)
  }
  if (cells > CELLS_MAX) throw new Error('The workbook has too many cells.')
  // Stored entries alone: the reader would unpack large ones in a worker of a `blob:` address, which the content policy refuses.
  const sheets = (await readXlsxFile(new Blob([zipSync(files, { level: 0 })]))).map(({ data }) =>
    data.map((row) => row.map(textOf)),
  )
  const filas = sheets.find(hasCabeza) ?? sheets[0] ?? []
  if (filas.length > ROWS_MAX) throw new Error('The sheet has too many rows.')
  const letters = filas.flat().reduce((sum, texto) => sum + texto.length + 1, 0)
  if (letters > LETTERS_MAX) throw new Error('The sheet has too much text.')
  return listaOf(filas)
}

/**
 * The XML files of a workbook, by their names. Throws for what is no archive, and for one that is too large: no file unpacks to
 * more bytes than the archive tells.
 */
function unpackXml(workbook: Uint8Array<ArrayBuffer>): Unzipped {
  let [entries, bytes] = [0, 0]
  return unzipSync(workbook, {
    filter: ({ name, originalSize }) => {
      entries += 1
      bytes += originalSize
      if (entries > ENTRIES_MAX || bytes > BYTES_MAX) throw new Error('The archive is too large.')
      return /\.(?:xml|rels)$/.test(name)
    },
  })
}

/**
 * A sheet as the reader needs it: an error is a text, because the reader leaves errors out; without the empty cells and rows, of
 * which a sheet may have a million.
 */
function plainSheet(xml: string): string {
  return xml
    .replaceAll(/(?<=[\s:]t\s*=\s*)(["'])e\1/g, '"str"')
    .replaceAll(/<(?:\w+:)?c\s[^<>]*\/>/g, '')
    .replaceAll(/<(?:\w+:)?row\s[^<>]*(?:\/>|><\/(?:\w+:)?row>)/g, '')
}

/**
 * The cells that a sheet spans: the reader fills the gaps between them. Looks at every attribute `r`, not only of rows and cells,
 * because quotes decide where a tag ends. Throws for an address that is none.
 */
function cellsOf(xml: string): number {
  let [rows, columns] = [0, 1]
  for (const [, , address = ''] of xml.matchAll(/(?<!xmlns)[\s:]r\s*=\s*(["'])(.*?)\1/g)) {
    const [, letters = '', digits] = /^([A-Z]{0,3})(\d{1,7})$/.exec(address) ?? []
    if (digits === undefined) throw new Error('A cell has no address.')
    rows = Math.max(rows, Number(digits))
    columns = Math.max(
      columns,
      Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
    )
  }
  return rows * columns
}

/** The text of a cell: a string, a number, a boolean or a date; `null` where it is empty. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value === 'boolean') return value ? 'VERDADERO' : 'FALSO'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A workbook as a list with tabs, which `tablasOf` splits into the same cells. */
export function listaOf(filas: readonly (readonly string[])[]): string {
  return filas.map((celdas) => celdas.map(escapeTab).join('\t')).join('\n')
}

function escapeTab(celda: string): string {
  const texto = celda.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ')
  return texto.includes('\n') ? `"${texto.replaceAll('"', '""')}"` : texto
}
