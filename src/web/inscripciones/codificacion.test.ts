import { expect, test } from 'vitest'
import { decode } from './codificacion.ts'

/** The bytes of the letters that these tests use, in the encodings of Windows, Mac and MS-DOS. */
const BYTES: Readonly<Record<string, readonly [windows: number, mac: number, dos: number]>> = {
  á: [0xe1, 0x87, 0xa0],
  é: [0xe9, 0x8e, 0x82],
  í: [0xed, 0x92, 0xa1],
  ó: [0xf3, 0x97, 0xa2],
  ú: [0xfa, 0x9c, 0xa3],
  ñ: [0xf1, 0x96, 0xa4],
  ü: [0xfc, 0x9f, 0x81],
  Á: [0xc1, 0xe7, 0xb5],
  É: [0xc9, 0x83, 0x90],
  Í: [0xcd, 0xea, 0xd6],
  Ó: [0xd3, 0xee, 0xe0],
  Ú: [0xda, 0xf2, 0xe9],
  Ñ: [0xd1, 0x84, 0xa5],
  ç: [0xe7, 0x8d, 0x87],
  ã: [0xe3, 0x8b, 0xc6],
  '¿': [0xbf, 0xc0, 0xa8],
  '–': [0x96, 0xd0, 0x3f],
  '’': [0x92, 0xd5, 0x3f],
}
const ENCODINGS = ['Windows', 'Mac', 'MS-DOS'] as const

const encode = (texto: string, encoding: (typeof ENCODINGS)[number]): Uint8Array =>
  Uint8Array.from(texto, (letter) => BYTES[letter]?.[ENCODINGS.indexOf(encoding)] ?? letter.charCodeAt(0))

const LISTAS = [
  'Día\tCategoria\tCompetidor\tCompania\njueves\tSalsa\tAna\tSon\n',
  'Dia,Categoria,Competidor,Compania\rJueves,Salsa,José Ñandú,Peña\r',
  'Día,Categoría,Competidor,Compañía\njueves,Salsa,Ana,Son\n',
  'DÍA;CATEGORÍA;COMPETIDOR;COMPAÑÍA\nSÁBADO;SALÓN;JOSÉ PEÑA ÍÑIGUEZ;ÁGUILAS\n',
  'Dia,Categoria,Competidor,Compania\njueves,Salsa,García,Son\njueves,Salsa,Núñez Güemes,Éxito\n',
]

test.each(ENCODINGS.flatMap((encoding) => LISTAS.map((lista) => [encoding, lista] as const)))(
  'a list in the encoding of %s is read as its text: %j',
  (encoding, lista) => {
    expect(decode(encode(lista, encoding))).toEqual({ texto: lista, isDoubtful: false })
  },
)

test.each(['Salsa – Solo', 'O’neil', 'João França', 'Salsa–Solo', 'Son 1 ¿?'])(
  'in doubt, %s is read as of Windows, and the person is asked',
  (texto) => {
    expect(decode(encode(texto, 'Windows'))).toEqual({ texto, isDoubtful: true })
  },
)

test('a sign that no list in Spanish has does not decide against many letters', () => {
  const texto = `${'José Ñandú, Peña, Íñigo\n'.repeat(3)}João`
  for (const encoding of ENCODINGS) expect(decode(encode(texto, encoding))).toEqual({ texto, isDoubtful: false })
})

test('Unicode is never in doubt', () => {
  expect(decode(new TextEncoder().encode('\uFEFFJosé Ž 日本'))).toEqual({ texto: 'José Ž 日本', isDoubtful: false })
})
