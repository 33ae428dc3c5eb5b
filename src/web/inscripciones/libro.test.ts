import { expect, test } from 'vitest'
import { readCarga } from '#domain/carga.ts'
import { hojaOf, libroOf } from '../../../tests/support/libro.ts'
import { tablasOf } from './csv.ts'
import { readLibro } from './libro.ts'

const HEADER = ['Día', 'Categoría', 'Competidor', 'Compañía']
type Libro = Buffer<ArrayBuffer>
const read = async (bytes: Libro) => readCarga(tablasOf(await readLibro(new Uint8Array(bytes))))

test('the first sheet with the heading gives its cells as texts, a formula as its last result, and the rows keep their numbers', async () => {
  const cuerpo = hojaOf(
    [
      HEADER,
      ['Jueves', 'Salsa & "On1"', 'Ana\nLuis', '<c r="D4"><f>SUM(1,2)</f><v>3</v></c>'],
      ['', '', '<c r="C5" t="str"><f>A1&amp;"x"</f><v>Beto</v></c>', '<c r="D5" t="b"><v>1</v></c>'],
    ],
    3,
  )
  const error = '<c r="B9" t="e"><f>NA()</f><v>#N/A</v></c>'
  const hoja = `${hojaOf([['INSCRIPCIONES 2026']])}${cuerpo}${hojaOf([['Viernes', error, 'Caro', '']], 9)}`
  const other = hojaOf([HEADER, ['jueves', 'No', 'No', 'No']])
  expect(await read(await libroOf([hojaOf([['Notas']]), hoja, other]))).toMatchObject({
    filas: [
      { fila: 4, dia: 'Jueves', categoria: 'Salsa & "On1"', nombre: 'Ana Luis', compania: '3' },
      { fila: 5, dia: 'Jueves', categoria: 'Salsa & "On1"', nombre: 'Beto', compania: 'VERDADERO' },
      { fila: 9, dia: 'Viernes', categoria: '#N/A', nombre: 'Caro' },
    ],
    arriba: 2,
  })
})

test('shared texts, dates and a large sheet are read', async () => {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const texts = `<sst ${main}><si><t>Día</t></si><si><r><t>Cate</t></r><r><t>goría</t></r></si></sst>`
  const styles = `<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`
  const head = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
  const filas = Array.from({ length: 2_000 }, (_, at) => ['jueves', 'Salsa', `Ana ${at}`, 'Son '.repeat(70)])
  const last = '<row r="2002"><c r="A2002" s="1"><v>46121</v></c></row>'
  const files = { 'xl/sharedStrings.xml': texts, 'xl/styles.xml': styles }
  const lista = await readLibro(new Uint8Array(await libroOf([`${head}${hojaOf(filas, 2)}${last}`], files)))
  expect(lista.split('\n')).toHaveLength(2_002)
  expect(lista).toMatch(/^Día\tCategoría\t/)
  expect(lista).toMatch(/\n2026-04-09\t/)
})

/** Writes another size into the list of an archive, for each of its files. */
function lie(archive: Libro, bytes: number): Libro {
  const next = (from: number) => archive.indexOf('PK\u0001\u0002', from)
  for (let at = next(0); at !== -1; at = next(at + 1)) archive.writeUInt32LE(bytes, at + 24)
  return archive
}

const LISTA = hojaOf([HEADER, ['jueves', 'Salsa', 'Ana', 'Son']])
const MEGA = 1024 * 1024
const zeros = (megas: number) => Buffer.alloc(megas * MEGA)
const rowsOf = (length: number, row: (fila: number) => string) =>
  Array.from({ length }, (_, at) => row(at + 1)).join('')

test.each<[string, () => Promise<Libro>]>([
  ['unpacks to more than 50 MB', () => libroOf([LISTA], { 'a.xml': zeros(26), 'b.xml': zeros(26) })],
  ['unpacks to more than 50 MB outside its XML', () => libroOf([LISTA], { 'a.png': zeros(51) })],
  ['hides that it unpacks to more than 50 MB', async () => lie(await libroOf([LISTA], { 'a.xml': zeros(51) }), 1)],
  ['needs a thousand million empty rows', () => libroOf([LISTA.replace('<row r="2"', '<row r="1000000000"')])],
  ['spans 17 thousand million cells', () => libroOf([`${LISTA}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`])],
  ['hides an address behind a quote', () => libroOf([`${LISTA}<row a=">" x:r='9e9'><c r="A9"><v>1</v></c></row>`])],
  [
    'repeats a long text',
    () =>
      libroOf([rowsOf(2_000, (fila) => `<row r="${fila}"><c r="A${fila}" t="s"><v>0</v></c></row>`)], {
        'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(MEGA)}</t></si></sst>`,
      }),
  ],
  ['has too many files', () => libroOf(Array<string>(2_100).fill(''))],
  ['is no workbook', () => libroOf([], { 'xl/workbook.xml': 'PK' })],
  ['is cut', async () => (await libroOf([LISTA])).subarray(0, 300)],
])('a workbook that %s is refused', async (_, make) => {
  const workbook = await make()
  expect(workbook.length).toBeLessThan(5 * MEGA)
  await expect(readLibro(new Uint8Array(workbook))).rejects.toThrow()
})

test.each<[string, () => Promise<Libro>]>([
  ['100 sheets', () => libroOf([...Array<string>(99).fill(hojaOf([['Notas']])), LISTA])],
  [
    'a million empty rows',
    () => libroOf([`${LISTA}${rowsOf(1_000_000, (fila) => `<row r="${fila + 2}"><c r="A${fila + 2}"/></row>`)}`]),
  ],
  [
    'entities of its own',
    () =>
      libroOf([LISTA], {
        'xl/sharedStrings.xml': `<!DOCTYPE sst [<!ENTITY a "${'b'.repeat(MEGA)}"><!ENTITY c "${'&a;'.repeat(MEGA)}">]><sst><si><t>&c;</t></si></sst>`,
      }),
  ],
])('a workbook with %s is read', async (_, make) => {
  expect(await read(await make())).toMatchObject({ filas: [{ dia: 'jueves', compania: 'Son' }] })
})
