import Papa from 'papaparse'
import { SEPARADORES, type Tabla } from '#domain/carga.ts'

/** Splits a list, with the line breaks of a text area, at each separator that it may have. */
export function tablasOf(texto: string): Tabla[] {
  return SEPARADORES.map((delimiter) => {
    const { data, errors } = Papa.parse<string[]>(texto, { delimiter, newline: '\n' })
    return { filas: data, rota: errors.find(({ type }) => type === 'Quotes')?.row ?? null }
  })
}

/** A list of 2,000 rows has a tenth of it. */
const MAX_BYTES = 5 * 1024 * 1024

/**
 * The text of a list that a person chose, from the encoding of the program that saved it; `null` when it is no text: a workbook or
 * an image has zero bytes. Other control characters may be part of a stored name.
 */
export async function readArchivo(file: Blob): Promise<string | null> {
  if (file.size > MAX_BYTES) return null
  try {
    const texto = decode(new Uint8Array(await file.arrayBuffer()))
    return texto.includes('\0') ? null : texto.replaceAll(/\r\n?/g, '\n')
  } catch {
    // The file was moved or changed after it was chosen: the caller says that it cannot be read.
    return null
  }
}

function decode(bytes: Uint8Array): string {
  const unicode = unicodeOf(bytes)
  try {
    return new TextDecoder(unicode, { fatal: true }).decode(bytes)
  } catch {
    // No Unicode: a spreadsheet of Windows saves CSV so.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** UTF-16 has a byte order mark, or a zero byte in its first letter, which belongs to the name of a column. */
function unicodeOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
}
