import { expect, test } from 'vitest'
import { readCarga } from '#domain/carga.ts'
import { tablasOf } from './csv.ts'
import { listaOf } from './libro.ts'

const HEADER = ['Día', 'Categoría', 'Competidor', 'Compañía']

test.each([
  ['semicolons', ';'],
  ['commas', ','],
])('%s separate the cells, not the separators and line breaks inside quotes', (_, separator) => {
  const row = ['jueves', '"Salsa, On1; On2"', '"Ana ""la Reina""\ty\nLuis"', '']
  expect(readCarga(tablasOf(`${HEADER.join(separator)}\n${row.join(separator)}\n\n`))).toEqual({
    filas: [{ fila: 2, dia: 'jueves', categoria: 'Salsa, On1; On2', nombre: 'Ana "la Reina" y Luis', compania: '' }],
    ignoradas: [],
    arriba: 0,
    heredadas: 0,
  })
})

const enTabs = (...filas: readonly string[]) => readCarga(tablasOf([HEADER.join('\t'), ...filas, ''].join('\n')))

test('in a list with tabs, quotes without a line break are text and swallow no row', () => {
  expect(
    enTabs(
      'Jueves\tSalsa\t"La Sonora\tRitmo',
      'Jueves\tSalsa\tElsa\tRitmo',
      'Jueves\tSalsa\tDúo 5"\tSon',
      'Jueves\tSalsa\t"Yambú"\t"Son" 9',
    ),
  ).toMatchObject({
    filas: [
      { fila: 2, nombre: '"La Sonora', compania: 'Ritmo' },
      { fila: 3, nombre: 'Elsa' },
      { fila: 4, nombre: 'Dúo 5"', compania: 'Son' },
      { fila: 5, nombre: '"Yambú"', compania: '"Son" 9' },
    ],
  })
})

test('in a list with tabs, quotes hold the line breaks of a cell, also of the heading, the last one and one with quotes', () => {
  const texto =
    'Día\tCategoría\t"Nombre del\ncompetidor"\tCompañía\njueves\t"Salsa\n""On1"""\tAna\t"Son\n\nS.A."\njueves\tSon\tBea\t'
  expect(readCarga(tablasOf(texto))).toMatchObject({
    filas: [
      { fila: 2, categoria: 'Salsa "On1"', nombre: 'Ana', compania: 'Son S.A.' },
      { fila: 3, nombre: 'Bea' },
    ],
  })
})

test('a comma without quotes is a fault of its row, with the counts of cells', () => {
  const carga = readCarga(tablasOf(`${HEADER.join(',')}\nJueves,Salsa, infantil,Caro,Son\nJueves,Salsa,Ana,Son,,\n`))
  expect(carga).toMatchObject({
    filas: [{ fault: 'La fila tiene 5 celdas y la cabeza 4: ¿faltan comillas?' }, { nombre: 'Ana' }],
  })
  expect(carga).not.toHaveProperty('filas.1.fault')
})

test('the cells of a workbook come out of its list as they went in', () => {
  const filas = [HEADER, ['jueves', 'Salsa, "On1"; On2', 'Ana\r\n"la Reina"', ''], ['', '"Son', 'Bea\tLuis', 'Dúo 5"']]
  expect(tablasOf(listaOf(filas))[0]?.filas).toEqual([
    HEADER,
    ['jueves', 'Salsa, "On1"; On2', 'Ana\n"la Reina"', ''],
    ['', '"Son', 'Bea Luis', 'Dúo 5"'],
  ])
})

test('a quoted header after a byte order mark names its columns, and empty lines keep the numbers of the sheet', () => {
  const texto = '\uFEFF"Día";"Categoría";"Competidor";"Compañía"\n\n;;;\njueves;Salsa;Ana;\n'
  expect(readCarga(tablasOf(texto))).toMatchObject({ filas: [{ fila: 4, nombre: 'Ana' }] })
})

test.each(['"Los Reyes', '"Los Reyes" dúo'])('%s is refused with the number of its row', (nombre) => {
  expect(readCarga(tablasOf(`${HEADER.join(';')}\njueves;Salsa;Ana;\njueves;Salsa;${nombre};Son\n`))).toEqual({
    fault: 'Las comillas de la fila 3 no cierran: quítalas o escríbelas dobles.',
  })
})
