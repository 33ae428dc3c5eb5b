import fc from 'fast-check'
import type { TextosDeFila } from '#domain/carga.ts'
import { cleanCelda } from '#domain/carga.ts'
import { DIAS } from '#domain/dia.ts'
import { unescapeCelda } from '#domain/texto.ts'
import { hojaOf, libroOf } from './libro.ts'

/** A list as a person has it: the rows that it means, and the bytes of its file. */
export interface ListaAlAzar {
  readonly forma: string
  /** The rows, with empty day and category where the cells are merged. Null: a comma without quotes shifts the row. */
  readonly filas: readonly (TextosDeFila | null)[]
  readonly arriba: number
  readonly archivo: () => Promise<Uint8Array<ArrayBuffer>>
}

const CABEZAS = {
  dia: ['Día', 'DIA', 'días', 'Día:', ' dia * '],
  categoria: ['Categoría', 'CATEGORIAS', 'Modalidad', 'Categoría *'],
  nombre: ['Competidor', 'Competidores', 'Nombre', 'Nombre del competidor', 'Participantes', 'Pareja.'],
  compania: ['Compañía', 'COMPANIAS', 'Academia', 'Escuelas', 'Grupo', 'Clubes'],
} as const
const CLAVES = ['dia', 'categoria', 'nombre', 'compania'] as const
const TITULOS = ['INSCRIPCIONES 2026', 'sep=;', 'Academia', '']

/** Few of each, so that rows meet each other, and what the event has. */
export const CATEGORIAS = [
  'Salsa – Solo',
  'SALSA - SOLO',
  'Salsa  solo',
  'Bachata',
  'bachatá',
  'Son, On1',
  'Dúo; mixto',
]
export const NOMBRES = [
  'Ana Peña',
  'ANA  PEÑA',
  'Ana Pena',
  'José Núñez',
  'Por confirmar',
  'La "5ª"',
  'Íngrid, Luis',
  '=Ana',
]
export const COMPANIAS = ['Ritmo', 'RITMO', 'Academia Ñandú', 'Son; S.A.', 'Ritmo, S.A. de C.V.']
const RAROS = ['#N/A', '#¡REF!', '', 'x'.repeat(121), 'Ana\ny Luis', '<b>Ana</b>', "'Ana", '"Ana', 'Ana"']

const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts)
const texto = (usual: readonly string[]) =>
  fc.oneof({ weight: 12, arbitrary: oneOf(...usual) }, { weight: 1, arbitrary: oneOf(...RAROS) })
const fila: fc.Arbitrary<TextosDeFila> = fc.record({
  dia: fc.oneof(
    { weight: 12, arbitrary: oneOf(...DIAS, 'JUEVES', 'Sabado', ' viernes ') },
    { weight: 1, arbitrary: oneOf('lunes', '', '#N/D') },
  ),
  categoria: texto(CATEGORIAS),
  nombre: texto(NOMBRES),
  compania: texto([...COMPANIAS, '']),
})

/** The bytes of the letters of these lists beside ASCII in the encodings of Windows, Mac and MS-DOS. */
const LETRAS: Readonly<Record<string, readonly number[]>> = {
  á: [0xe1, 0x87, 0xa0],
  é: [0xe9, 0x8e, 0x82],
  í: [0xed, 0x92, 0xa1],
  ñ: [0xf1, 0x96, 0xa4],
  ú: [0xfa, 0x9c, 0xa3],
  Í: [0xcd, 0xea, 0xd6],
  Ñ: [0xd1, 0x84, 0xa5],
  '¡': [0xa1, 0xc1, 0xad],
  ª: [0xaa, 0xbb, 0xa6],
  '–': [0x96, 0xd0, 0x2d],
}
const bytesOf = (text: string, encoding: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => LETRAS[letter]?.[encoding] ?? letter.charCodeAt(0))
const CODIFICACIONES: Readonly<Record<string, (text: string) => Uint8Array<ArrayBuffer>>> = {
  'UTF-8': (text) => new TextEncoder().encode(text),
  'UTF-8 BOM': (text) => new TextEncoder().encode(`\uFEFF${text}`),
  'UTF-16': (text) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')),
  Windows: (text) => bytesOf(text, 0),
  Mac: (text) => bytesOf(text, 1),
  'MS-DOS': (text) => bytesOf(text, 2),
}

/** A cell of a list with this separator. In one with tabs, quotes hold line breaks alone. */
function escape(celda: string, separator: string, quoting: string): string {
  if (separator === '\t') return celda.includes('\n') ? `"${celda.replaceAll('"', '""')}"` : celda
  if (quoting === 'none') return celda
  const isNeeded = /["\n;,]/.test(celda)
  return isNeeded || quoting === 'all' ? `"${celda.replaceAll('"', '""')}"` : celda
}

export const unaLista: fc.Arbitrary<ListaAlAzar> = fc
  .record({
    filas: fc.array(fila, { minLength: 1, maxLength: 12 }),
    merged: fc.boolean(),
    empty: fc.array(fc.nat(12), { maxLength: 2 }),
    titulos: fc.array(oneOf(...TITULOS), { maxLength: 3 }),
    orden: fc.shuffledSubarray([...CLAVES, 'extra' as const], { minLength: 5, maxLength: 5 }),
    cabeza: fc.record({ dia: fc.nat(), categoria: fc.nat(), nombre: fc.nat(), compania: fc.nat() }),
    separator: oneOf('\t', ';', ','),
    quoting: oneOf('all', 'needed', 'none'),
    salto: oneOf('\n', '\r\n', '\r'),
    codificacion: oneOf(...Object.keys(CODIFICACIONES)),
    isLibro: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  })
  .map(({ filas, merged, empty, titulos, orden, cabeza, separator, quoting, salto, codificacion, isLibro }) => {
    const head = orden.map((clave) =>
      clave === 'extra' ? 'Turno' : (CABEZAS[clave][cabeza[clave] % CABEZAS[clave].length] ?? ''),
    )
    // The last cell of a row and the first of the next one are one text where quotes join them.
    const plain = (celda: string, at: number) => (at === 4 && separator === '\t' ? celda.replaceAll('"', '') : celda)
    const isShifting = !isLibro && separator !== '\t' && quoting === 'none'
    const shown = filas.map((one, index) => {
      const above = filas[index - 1]
      const isMerged =
        merged && above && one.dia === above.dia && one.categoria === above.categoria && one.nombre !== ''
      const cells = orden.map((clave) => {
        if (clave === 'extra') return String(index + 1)
        if (isMerged && (clave === 'dia' || clave === 'categoria')) return ''
        // Without quotes a cell has neither quotes nor line breaks, and only the last one, the name, may have the separator.
        const written = codificacion === 'MS-DOS' && !isLibro ? one[clave].replaceAll('–', '-') : one[clave]
        const celda = isShifting ? written.replaceAll(/["\n]/g, '') : written
        return isShifting && clave !== 'nombre' ? celda.replaceAll(separator, '') : celda
      })
      // A row that ends with an empty cell has as many texts as the heading: the shift cannot be seen.
      const isSeen = cleanCelda(cells[4] ?? '') !== ''
      return cells.map(plain).map((celda) => (isShifting && !isSeen ? celda.replaceAll(separator, '') : celda))
    })
    const meant = shown.map((cells): TextosDeFila | null => {
      const cellOf = (clave: (typeof CLAVES)[number]) => cleanCelda(unescapeCelda(cells[orden.indexOf(clave)] ?? ''))
      const isShifted = isShifting && cells.some((celda) => celda.includes(separator))
      return isShifted
        ? null
        : { dia: cellOf('dia'), categoria: cellOf('categoria'), nombre: cellOf('nombre'), compania: cellOf('compania') }
    })
    const rows = [...shown]
    for (const at of empty) rows.splice(at, 0, [])
    const above = titulos.map((titulo) => [titulo])
    const lines = [...above, head, ...rows]
    const text = () =>
      lines
        .map((cells) => cells.map((celda) => escape(celda, separator, quoting)).join(separator))
        .join('\n')
        .replaceAll('\n', salto)
    return {
      forma: isLibro ? 'libro' : `${codificacion} ${separator}`,
      filas: meant,
      arriba: titulos.some((titulo) => titulo !== '') ? titulos.length : 0,
      archivo: async () =>
        isLibro
          ? new Uint8Array(await libroOf([hojaOf(lines)]))
          : (CODIFICACIONES[codificacion]?.(text()) ?? new Uint8Array()),
    }
  })
