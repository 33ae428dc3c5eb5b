import { expect, test } from 'vitest'
import { readArchivo } from './archivo.ts'

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
  expect(await readArchivo(new Blob([bytes]))).toEqual({ texto: TEXTO, isDoubtful: false })
})

test.each<[string, BlobPart]>([
  ['a workbook of 1997', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0)],
  ['an image', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x10)],
  ['a file that is too large', 'a'.repeat(5 * 1024 * 1024 + 1)],
])('%s is no list', async (_, bytes) => {
  expect(await readArchivo(new Blob([bytes]))).toBeNull()
})
