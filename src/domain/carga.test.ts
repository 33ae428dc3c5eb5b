import { expect, test } from 'vitest'
import {
  type CategoriaConocida,
  cuentaOf,
  cuentaText,
  desenlacesOf,
  desenlaceText,
  type Fila,
  FILAS_MAX,
  hasChanged,
  readCarga,
} from './carga.ts'

const HEADER = ['Día', 'Categoría', 'Competidor', 'Compañía']
const rows = (length: number) => Array.from({ length }, () => ['jueves', 'Salsa', 'Ana'])
const read = (...filas: readonly (readonly string[])[]) => readCarga([{ filas, rota: null }])

test('a header names the columns in any order, case and accents, and the others are told', () => {
  const header = ['COMPANIA', ' competidor ', 'Turno', 'dia', '', 'Categoría', 'CATEGORIA']
  expect(read(header, ['Son', 'Ana', '7', 'jueves', 'x', 'Salsa', 'y'])).toEqual({
    filas: [{ fila: 2, dia: 'jueves', categoria: 'Salsa', nombre: 'Ana', compania: 'Son' }],
    ignoradas: ['Turno', 'CATEGORIA'],
  })
})

test('the separator is the one that the header shows, whatever the names contain', () => {
  const split = (separator: string) => ({
    filas: ['Día;Categoría;Competidor;Compañía', 'jueves;Salsa, On1, On2;Ana, Luis, Mar;Son, S.A.'].map((line) =>
      line.split(separator),
    ),
    rota: null,
  })
  expect(readCarga([split('\t'), split(','), split(';')])).toMatchObject({
    filas: [{ categoria: 'Salsa, On1, On2', nombre: 'Ana, Luis, Mar', compania: 'Son, S.A.' }],
  })
})

test('empty rows do not count, and a row keeps the number that the sheet shows', () => {
  const carga = read(HEADER, [''], ['', ' ', '\u200B', ''], ['jueves', 'Salsa', 'Ana'], ['', '', '', '', 'nota'])
  expect(carga).toMatchObject({ filas: [{ fila: 4, nombre: 'Ana', compania: '' }] })
})

test.each([
  ['an empty list', [], 'La lista está vacía.'],
  ['a header alone', [HEADER, ['', '']], 'La lista está vacía.'],
  ['a missing column', [HEADER.toSpliced(3, 1), ['jueves', 'Salsa', 'Ana']], 'Falta la columna Compañía.'],
  ['no header', [['jueves', 'Salsa', 'Ana', 'Son']], /^Falta la columna Día\. Falta la columna Categoría\./],
  ['too many rows', [HEADER, ...rows(FILAS_MAX + 1)], 'La lista tiene más de 2000 filas.'],
])('%s is refused with its reason', (_, filas, fault) => {
  expect(read(...filas)).toEqual({ fault: expect.stringMatching(fault) })
})

test('a list of 2000 rows is read', () => {
  expect(read(HEADER, ...rows(FILAS_MAX))).toHaveProperty('filas.1999')
})

test('a quote that does not end is told with its row', () => {
  const filas = [HEADER, ['jueves', 'Salsa', 'Los "Reyes']]
  expect(readCarga([{ filas, rota: 1 }])).toEqual({
    fault: 'Las comillas de la fila 2 no cierran: quítalas o escríbelas dobles.',
  })
})

test('formulas and scripts are plain text, and the apostrophe before a formula is taken off', () => {
  const script = '<script>alert(1)</script>'
  expect(read(HEADER, ['jueves', script, "'=1+1", '=HYPERLINK("x")'], ['jueves', "'Son", "'-Ana", ''])).toMatchObject({
    filas: [
      { categoria: script, nombre: '=1+1', compania: '=HYPERLINK("x")' },
      { categoria: "'Son", nombre: '-Ana' },
    ],
  })
})

test('a cell of several lines becomes one line, with composed accents', () => {
  expect(read(HEADER, ['jueves', 'Salsa', ' Ana\n  y Jose\u0301 ', ''])).toMatchObject({
    filas: [{ nombre: 'Ana y José' }],
  })
})

const fila = (dia: string, categoria: string, nombre: string, compania = ''): Fila => ({
  dia,
  categoria,
  nombre,
  compania,
})
const aConocida = (id: string, nombre: string, more: Partial<CategoriaConocida> = {}): CategoriaConocida => ({
  id,
  nombre,
  dia: 'jueves',
  orden: 1,
  cerrada: false,
  competidores: [],
  ...more,
})
const told = (filas: readonly Fila[], categorias: readonly CategoriaConocida[] = []) =>
  desenlacesOf(filas, categorias).map(desenlaceText)

test.each<[string, Fila, string]>([
  ['without an entry', fila('jueves', 'Salsa', ''), 'Falta el competidor.'],
  ['without a category', fila('jueves', '', 'Ana'), 'Falta la categoría.'],
  ['with another day', fila('lunes', 'Salsa', 'Ana'), 'El día debe ser jueves, viernes o sábado.'],
  [
    'without a day and an entry',
    fila('', 'Salsa', ''),
    'El día debe ser jueves, viernes o sábado. Falta el competidor.',
  ],
  ['with a long name', fila('jueves', 'Salsa', 'a'.repeat(81)), 'El nombre pasa de 80 letras.'],
  ['with a long new category', fila('jueves', 'a'.repeat(81), 'Ana'), 'La categoría pasa de 80 letras.'],
  ['with a long company', fila('jueves', 'Salsa', 'Ana', 'a'.repeat(121)), 'La compañía pasa de 120 letras.'],
  ['with a reserved name', fila('jueves', 'Salsa', '__proto__'), 'Ese nombre no se puede usar.'],
  ['with a reserved category', fila('jueves', '__PROTO__', 'Ana'), 'Ese nombre no se puede usar.'],
  ['with a NUL', fila('jueves', 'Salsa', 'A\0na'), 'El nombre tiene un carácter que no se puede guardar.'],
  ['for a closed category', fila('jueves', 'Final', 'Bea'), 'La categoría está cerrada.'],
  ['that a closed category has', fila('jueves', 'Final', 'Ana'), 'Ya está'],
  ['of a day without accent', fila('SABADO', 'Salsa', 'Ana'), 'Nuevo'],
])('a row %s', (_, row, expected) => {
  const final = aConocida('c1', 'Final', { cerrada: true, competidores: [{ nombre: 'ANA' }, { nombre: null }] })
  expect(told([row], [final])).toEqual([expected])
})

test('a category and an entry are found by case, accents and spaces, and another day has its own', () => {
  const salsa = aConocida('c1', 'Salsa  Cubaná', { competidores: [{ nombre: 'José  Núñez' }] })
  const filas = [
    fila('Jueves', 'SALSA CUBANA', 'jose nunez'),
    fila('jueves', 'salsa cubana', 'Bea'),
    fila('jueves', 'Salsa  Cubaná', 'BEA'),
    fila('viernes', 'Salsa Cubana', 'Bea'),
  ]
  expect(told(filas, [salsa])).toEqual(['Ya está', 'Nuevo', 'Ya está', 'Nuevo'])
  expect(cuentaOf(desenlacesOf(filas, [salsa])).nuevas).toMatchObject([{ dia: 'viernes', nombre: 'Salsa Cubana' }])
})

test('of two categories that accents alone tell apart, a row goes to the one that it spells', () => {
  const both = [
    aConocida('c1', 'Salon'),
    aConocida('c2', 'Salón', { orden: 2 }),
    aConocida('c3', 'Otra', { dia: null }),
  ]
  const ids = (nombre: string) =>
    desenlacesOf([fila('jueves', nombre, 'Ana')], both).map((one) => one.que !== 'error' && one.lugar.id)
  expect(['salon', 'SALÓN', 'sâlon'].map(ids)).toEqual([['c1'], ['c2'], ['c1']])
})

test('what exists is not measured: imported names may be longer', () => {
  const long = 'a'.repeat(90)
  const old = aConocida('c1', long, { competidores: [{ nombre: long }] })
  expect(told([fila('jueves', long, long), fila('jueves', long, 'Ana')], [old])).toEqual(['Ya está', 'Nuevo'])
})

test('new categories come in the order of the rows, and the counts have their singular', () => {
  const filas = [
    fila('viernes', 'Son', 'Ana'),
    fila('jueves', 'Bachata', 'Ana'),
    fila('viernes', 'SON', 'Bea'),
    fila('viernes', 'Son', 'ana'),
    fila('martes', 'Son', 'Caro'),
  ]
  const cuenta = cuentaOf(desenlacesOf(filas, []))
  expect(cuenta.nuevas.map(({ nombre }) => nombre)).toEqual(['Son', 'Bachata'])
  expect(cuentaText(cuenta)).toBe('2 categorías nuevas, 3 competidores nuevos, 1 ya estaba, 1 con error.')
  expect(cuentaText(cuentaOf(desenlacesOf(filas.slice(0, 1), [])))).toBe(
    '1 categoría nueva, 1 competidor nuevo, 0 ya estaban, 0 con error.',
  )
})

test('a row has changed when its outcome or its category has, and not by what concerns other rows', () => {
  const row = fila('jueves', 'Salsa', 'Ana')
  const salsa = aConocida('c1', 'Salsa')
  const changed = (que: 'nuevo' | 'ya', categoriaId: string | null, categorias: readonly CategoriaConocida[]) =>
    hasChanged(desenlacesOf([row], categorias), [{ que, categoriaId }])
  expect(changed('nuevo', 'c1', [{ ...salsa, competidores: [{ nombre: 'Bea' }] }, aConocida('c2', 'Son')])).toBe(false)
  expect(changed('nuevo', null, [salsa])).toBe(true)
  expect(changed('nuevo', 'c1', [])).toBe(true)
  expect(changed('nuevo', 'c1', [{ ...salsa, competidores: [{ nombre: 'ANA' }] }])).toBe(true)
  expect(changed('nuevo', 'c1', [{ ...salsa, cerrada: true }])).toBe(true)
  expect(changed('ya', 'c1', [salsa])).toBe(true)
})
