import { expect, test } from 'vitest'
import { readCarga } from '#domain/carga.ts'
import { readArchivo, tablasOf } from './csv.ts'

const TEXTO = 'Día,Categoría,Competidor\njueves,Salsa,"Ñañá, €5"\n'

function utf16(texto: string, isBigEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(texto.length * 2))
  for (let at = 0; at < texto.length; at += 1) view.setUint16(at * 2, texto.charCodeAt(at), !isBigEndian)
  return new Uint8Array(view.buffer)
}

/** The bytes of Windows-1252, where they are not those of the code points. */
const WINDOWS = new Map([['€', 0x80]])

test.each<[string, BlobPart]>([
  ['UTF-8', TEXTO],
  ['UTF-8 with a byte order mark', `\uFEFF${TEXTO}`],
  ['UTF-16 of Windows', utf16(`\uFEFF${TEXTO}`, false)],
  ['UTF-16, big-endian', utf16(`\uFEFF${TEXTO}`, true)],
  ['UTF-16 without a byte order mark', utf16(TEXTO, false)],
  ['UTF-16, big-endian, without a byte order mark', utf16(TEXTO, true)],
  ['Windows-1252', Uint8Array.from(TEXTO, (letter) => WINDOWS.get(letter) ?? letter.charCodeAt(0))],
  ['line breaks of Windows', TEXTO.replaceAll('\n', '\r\n')],
  ['line breaks of an old Mac', TEXTO.replaceAll('\n', '\r')],
])('a file in %s is read as its text', async (_, bytes) => {
  expect(await readArchivo(new Blob([bytes]))).toBe(TEXTO)
})

test.each<[string, BlobPart]>([
  ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0)],
  ['an image', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x10)],
  ['a file that is too large', 'a'.repeat(5 * 1024 * 1024 + 1)],
])('%s is no list', async (_, bytes) => {
  expect(await readArchivo(new Blob([bytes]))).toBeNull()
})

const HEADER = ['Día', 'Categoría', 'Competidor', 'Compañía']

test.each([
  ['tabs', '\t'],
  ['semicolons', ';'],
  ['commas', ','],
])('%s separate the cells, not the separators and line breaks inside quotes', (_, separator) => {
  const row = ['jueves', '"Salsa, On1; On2"', '"Ana ""la Reina""\ty\nLuis"', '']
  expect(readCarga(tablasOf(`${HEADER.join(separator)}\n${row.join(separator)}\n\n`))).toMatchObject({
    filas: [{ fila: 2, dia: 'jueves', categoria: 'Salsa, On1; On2', nombre: 'Ana "la Reina" y Luis', compania: '' }],
    ignoradas: [],
  })
})

test('a quoted header after a byte order mark names its columns, and empty lines keep the numbers of the sheet', () => {
  const texto = '\uFEFF"Día";"Categoría";"Competidor";"Compañía"\n\n;;;\njueves;Salsa;Ana;\n'
  expect(readCarga(tablasOf(texto))).toMatchObject({ filas: [{ fila: 4, nombre: 'Ana' }] })
})

test.each(['"Los Reyes', '"Los Reyes" dúo'])('%s is refused with the number of its row', (nombre) => {
  expect(readCarga(tablasOf(`${HEADER.join('\t')}\njueves\tSalsa\tAna\t\njueves\tSalsa\t${nombre}\tSon\n`))).toEqual({
    fault: 'Las comillas de la fila 3 no cierran: quítalas o escríbelas dobles.',
  })
})
