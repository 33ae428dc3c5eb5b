import { expect, test } from 'vitest'
import {
  type CategoriaConocida,
  cuentaOf,
  cuentaText,
  desenlacesOf,
  desenlaceText,
  type TextosDeFila,
  FILAS_MAX,
  hasChanged,
  readCarga,
} from './carga.ts'
import type { Dia } from './dia.ts'

const HEADER = ['Día', 'Categoría', 'Competidor', 'Compañía']
const rows = (length: number) => Array.from({ length }, () => ['jueves', 'Salsa', 'Ana'])
const read = (...filas: readonly (readonly string[])[]) => readCarga([{ filas, rota: null }])

test('a heading names the columns in any order, case and accents, and the others are told', () => {
  const header = ['COMPANIA', ' competidor ', 'Turno', 'dia', '', 'Categoría', 'Nota']
  expect(read(header, ['Son', 'Ana', '7', 'jueves', 'x', 'Salsa', 'y'])).toEqual({
    filas: [{ fila: 2, dia: 'jueves', categoria: 'Salsa', nombre: 'Ana', compania: 'Son' }],
    ignoradas: ['Turno', 'Nota'],
    arriba: 0,
    heredadas: 0,
  })
})

test.each([
  ['Día:', 'Categoría *', 'Competidores', 'COMPAÑÍAS.'],
  ['dias', 'Modalidad', 'Nombre', 'Academia'],
  ['Día', 'Modalidades', 'Nombre del competidor', 'Escuelas'],
  ['D í a', 'CATEGORIAS', 'Participantes', 'Grupo'],
  ['Día', 'Categoría', 'Nombres de los competidores', 'Clubes'],
  ['Día', 'Categoría', 'Parejas', 'clubs'],
])('the usual words %s, %s, %s, %s name the columns', (...header) => {
  expect(read(header, ['jueves', 'Salsa', 'Ana', 'Son'])).toMatchObject({
    filas: [{ dia: 'jueves', categoria: 'Salsa', nombre: 'Ana', compania: 'Son' }],
    ignoradas: [],
  })
})

test('a title and `sep=;` above the heading are skipped and counted, and the rows keep their numbers', () => {
  const carga = read(['INSCRIPCIONES 2026'], ['', ''], ['sep=;'], HEADER, ['jueves', 'Salsa', 'Ana', ''])
  expect(carga).toMatchObject({ arriba: 3, filas: [{ fila: 5, nombre: 'Ana' }] })
  expect(read([''], HEADER, ['jueves', 'Salsa', 'Ana', ''])).toMatchObject({ arriba: 0, filas: [{ fila: 3 }] })
})

test('a heading below the tenth row is not looked for', () => {
  const titles = Array.from({ length: 10 }, (_, index) => [`Línea ${index}`])
  expect(read(...titles.slice(1), HEADER, ['jueves', 'Salsa', 'Ana'])).toMatchObject({ arriba: 9 })
  expect(read(...titles, HEADER, ['jueves', 'Salsa', 'Ana'])).toEqual({
    fault: expect.stringMatching(/^Falta la columna Día\..* Encontré: Línea 0\.$/),
  })
})

test('an empty day or category of merged cells is that of the row above, and an entry is never made of one', () => {
  const carga = read(
    HEADER,
    ['Jueves', 'Salsa', 'Ana', 'Ritmo'],
    ['', '', 'Beto', 'Ritmo'],
    [''],
    ['', 'Son', 'Caro', ''],
    ['Viernes', '', '', ''],
    ['', '', 'Dora', ''],
  )
  expect(carga).toMatchObject({
    filas: [
      { fila: 2, dia: 'Jueves', categoria: 'Salsa', nombre: 'Ana' },
      { fila: 3, dia: 'Jueves', categoria: 'Salsa', nombre: 'Beto' },
      { fila: 5, dia: 'Jueves', categoria: 'Son', nombre: 'Caro' },
      { fila: 6, dia: 'Viernes', categoria: '', nombre: '' },
      { fila: 7, dia: 'Viernes', categoria: 'Son', nombre: 'Dora' },
    ],
    heredadas: 3,
  })
  expect(read(HEADER, ['', '', 'Ana', ''])).toMatchObject({ filas: [{ dia: '', categoria: '' }], heredadas: 0 })
})

test('a row with a cell beyond the heading is a fault of that row alone; empty cells may follow', () => {
  const carga = read(
    [...HEADER, ''],
    ['jueves', 'Salsa', 'Ana', 'Son', '', ' '],
    ['jueves', 'Salsa', ' infantil', 'Caro', 'Son'],
    ['jueves', '', 'Ana y Beto', 'Academia Ritmo', ' S.A. de C.V.'],
  )
  if ('fault' in carga) throw new Error(carga.fault)
  const text = 'La fila tiene 5 celdas y la cabeza 4: ¿faltan comillas?'
  expect(desenlacesOf(carga.filas, []).map(desenlaceText)).toEqual(['Nuevo', text, text])
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
  [
    'a missing column',
    [HEADER.toSpliced(3, 1), ['jueves', 'Salsa', 'Ana']],
    /^Falta la columna Compañía\. Encontré: Día, Categoría, Competidor\.$/,
  ],
  [
    'no heading',
    [['jueves', 'Salsa', 'Ana', 'Son']],
    /^Falta la columna Día\. Falta la columna Categoría\. .* Encontré: jueves, Salsa, Ana, Son\.$/,
  ],
  ['a column twice', [[...HEADER, 'Pareja'], ['']], /^Dos columnas dicen Competidor: deja una\.$/],
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

const fila = (dia: string, categoria: string, nombre: string, compania = ''): TextosDeFila => ({
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
  anteriores: [],
  ...more,
})
const entry = (nombre: string | null, compania: string | null = null) => ({ nombre, compania })
const told = (filas: readonly TextosDeFila[], categorias: readonly CategoriaConocida[] = []) =>
  desenlacesOf(filas, categorias).map(desenlaceText)

test.each<[string, TextosDeFila, string]>([
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
  const final = aConocida('c1', 'Final', { cerrada: true, competidores: [entry('ANA'), entry(null)] })
  expect(told([row], [final])).toEqual([expected])
})

test('a category is found by case, accents, spaces and the kind of dash, and another day has its own', () => {
  const salsa = aConocida('c1', 'Salsa  Cubaná – Solo', { competidores: [entry('José  Núñez')] })
  const filas = [
    fila('Jueves', 'SALSA CUBANA - SOLO', 'JOSE\u0301 NÚÑEZ'),
    fila('jueves', 'salsa cubana − solo', 'Bea'),
    fila('viernes', 'Salsa Cubana - Solo', 'Bea'),
  ]
  expect(told(filas, [salsa])).toEqual(['Ya está', 'Nuevo', 'Nuevo'])
  expect(cuentaOf(desenlacesOf(filas, [salsa])).nuevas).toMatchObject([{ dia: 'viernes' }])
})

test('the same name and company is there already; another company, or a name with other accents, is another entry', () => {
  const grupos = aConocida('c1', 'Grupos', { competidores: [entry('Por confirmar', 'Ritmo'), entry('Ana Peña', null)] })
  const filas = [
    fila('jueves', 'Grupos', 'POR  confirmar', 'ritmo'),
    fila('jueves', 'Grupos', 'Por confirmar', ''),
    fila('jueves', 'Grupos', 'Por confirmar', 'Son'),
    fila('jueves', 'Grupos', 'Por confirmar', 'SON '),
    fila('jueves', 'Grupos', 'Ana Peña', 'Son'),
    fila('jueves', 'Grupos', 'Ana Pena', 'Son'),
    fila('jueves', 'Grupos', 'Ana Pena', 'Ritmo'),
  ].map((one, index) => ({ ...one, fila: index + 2 }))
  const desenlaces = desenlacesOf(filas, [grupos])
  expect(desenlaces.map((one) => [desenlaceText(one), one.que === 'error' ? '' : one.notas])).toEqual([
    ['Ya está', ''],
    ['Ya está', ''],
    ['Nuevo', 'Mismo nombre que una entrada, otra compañía.'],
    ['Repetida: fila 4', ''],
    ['Ya está', ''],
    ['Nuevo', ''],
    ['Nuevo', 'Mismo nombre que fila 7, otra compañía.'],
  ])
  expect(cuentaText(cuentaOf(desenlaces))).toBe(
    '0 categorías nuevas, 3 competidores nuevos, 4 ya estaban, 0 con error.',
  )
})

test('a category is found by its former name and day while no other has them, the last one first', () => {
  const antes = (nombre: string, revision: number, dia: Dia = 'jueves') => ({ dia, nombre, revision })
  const categorias = [
    aConocida('c1', 'Bachata Sensual', {
      anteriores: [antes('Bachata', 7), antes('Son', 9)],
      competidores: [entry('Ana')],
    }),
    aConocida('c2', 'Son', { dia: 'viernes', orden: 2, anteriores: [antes('Son', 3), antes('Bachata', 5)] }),
    aConocida('c3', 'Timba', { orden: 3, anteriores: [antes('Salsa', 4)] }),
    aConocida('c4', 'Salsa', { orden: 4 }),
    aConocida('c5', 'Rueda', { dia: 'sábado', anteriores: [antes('Rueda', 6), antes('Casino', 6)] }),
  ]
  const seen = (dia: string, nombre: string) =>
    desenlacesOf([fila(dia, nombre, 'Ana')], categorias).map((one) =>
      one.que === 'error' ? one.fault : [one.destino.id, desenlaceText(one), one.notas],
    )
  expect(seen('jueves', 'BACHATA')).toEqual([['c1', 'Ya está', 'Antes BACHATA: ahora Bachata Sensual.']])
  expect(seen('jueves', 'Son')).toEqual([['c1', 'Ya está', 'Antes Son: ahora Bachata Sensual.']])
  expect(seen('jueves', 'Salsa')).toEqual([['c4', 'Nuevo', '']])
  expect(seen('jueves', 'Rueda')).toEqual([['c5', 'Nuevo', 'Antes jueves: ahora sábado.']])
  expect(seen('jueves', 'Casino')).toEqual([['c5', 'Nuevo', 'Antes Casino (jueves): ahora Rueda (sábado).']])
  expect(seen('viernes', 'Bachata')).toEqual([[null, 'Nuevo', '']])
})

test.each([
  '#N/A',
  '#N/D',
  '#REF!',
  '#¡REF!',
  '#VALUE!',
  '#¡VALOR!',
  '#NAME?',
  '#¿NOMBRE?',
  '#DIV/0!',
  '#¡NUM!',
  'Err:502',
])('the error %s of a cell is a fault, and no entry, category or company', (error) => {
  const fault = `La celda tiene un error de la hoja (${error}).`
  const filas = [
    fila('jueves', 'Salsa', error),
    fila('jueves', error, 'Ana'),
    fila('jueves', 'Salsa', 'Ana', error),
    fila(error, error, error),
  ]
  expect(told(filas)).toEqual([fault, fault, fault, fault])
  expect(told([fila('jueves', 'Salsa', `Los ${error}`)])).toEqual(['Nuevo'])
})

test('of two categories that accents alone tell apart, a row goes to the one that it spells', () => {
  const both = [
    aConocida('c1', 'Salon'),
    aConocida('c2', 'Salón', { orden: 2 }),
    aConocida('c3', 'Otra', { dia: null }),
  ]
  const ids = (nombre: string) =>
    desenlacesOf([fila('jueves', nombre, 'Ana')], both).map((one) => one.que !== 'error' && one.destino.id)
  expect(['salon', 'SALÓN', 'sâlon'].map(ids)).toEqual([['c1'], ['c2'], ['c1']])
})

test('what exists is not measured: imported names may be longer', () => {
  const long = 'a'.repeat(90)
  const old = aConocida('c1', long, { competidores: [entry(long)] })
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
  expect(changed('nuevo', 'c1', [{ ...salsa, competidores: [entry('Bea')] }, aConocida('c2', 'Son')])).toBe(false)
  expect(changed('nuevo', null, [salsa])).toBe(true)
  expect(changed('nuevo', 'c1', [])).toBe(true)
  expect(changed('nuevo', 'c1', [{ ...salsa, competidores: [entry('ANA')] }])).toBe(true)
  expect(changed('nuevo', 'c1', [{ ...salsa, cerrada: true }])).toBe(true)
  expect(changed('ya', 'c1', [salsa])).toBe(true)
})
