import { foldTexto } from './busqueda.ts'
import { type Anterior, type Categoria, CATEGORIA_MAX, foldAspecto, isCompleta, isNombreUsable } from './categoria.ts'
import { recordBy } from './records.ts'
import { mapTextos, type Textos } from './competidor.ts'
import { type Dia, DIAS } from './dia.ts'
import { type Ordered, sortByOrden } from './orden.ts'
import { formatCount } from './plural.ts'
import { isStorable, looksEmpty, unescapeCelda } from './texto.ts'

/** The columns of a list of entries, in the order of the template and of the list of a day. */
export const COLUMNAS = {
  dia: 'Día',
  categoria: 'Categoría',
  ...mapTextos((_, { columna }) => columna),
} as const satisfies Readonly<Record<string, string>>

type Columna = keyof typeof COLUMNAS
const CLAVES = Object.keys(COLUMNAS) as readonly Columna[]

/** The texts of a row: the entry and its category. */
export type TextosDeFila = Readonly<Record<Columna, string>>

/** A row with its number in the sheet, where the heading usually is 1. `fault`: its cells are not those of the heading. */
export type FilaDeHoja = TextosDeFila & { readonly fila: number; readonly fault?: string }

export const FILAS_MAX = 2_000
export const CARGA_VACIA = 'La lista está vacía.'
export const CARGA_LARGA = `La lista tiene más de ${FILAS_MAX} filas.`

/** The separators of a list, the likeliest first where the header does not tell them apart. */
export const SEPARADORES = ['\t', ';', ','] as const

/** A list, split into rows of cells at one separator. */
export interface Tabla {
  readonly filas: readonly (readonly string[])[]
  /** The index of the row in which a quote does not end; `null` without one. */
  readonly rota: number | null
}

/** A list that names its columns. */
export interface Carga {
  readonly filas: readonly FilaDeHoja[]
  /** The names of the columns that are not used. */
  readonly ignoradas: readonly string[]
  /** How many rows above the heading are skipped; 0 where they are all empty. */
  readonly arriba: number
  /** How many rows take their day or category from the row above. */
  readonly heredadas: number
}

/** Other words that name a column. */
const OTRAS_PALABRAS: Readonly<Partial<Record<Columna, readonly string[]>>> = {
  categoria: ['Modalidad'],
  nombre: ['Nombre', 'Nombre del competidor', 'Nombre de los competidores', 'Participante', 'Pareja'],
  compania: ['Academia', 'Escuela', 'Grupo', 'Club'],
}

/** Folds the name of a column: case, accents, spaces, plurals and the signs `: * .` do not count. */
const foldColumna = (nombre: string): string => fold(nombre.replaceAll(/[:*.]/g, '')).replaceAll(/e?s?(?: |$)/g, '')

const COLUMNA_POR_NOMBRE = new Map(
  CLAVES.flatMap((clave) =>
    [COLUMNAS[clave], ...(OTRAS_PALABRAS[clave] ?? [])].map((nombre) => [foldColumna(nombre), clave] as const),
  ),
)

/** The heading stands in one of the first rows, and names two columns at least. */
const CABEZA_FILAS = 10
const CABEZA_COLUMNAS = 2

/** A row as the heading of a list: the names of its cells, the column that each names, and how many columns are named. */
function cabezaOf(celdas: readonly string[], index: number) {
  const nombres = celdas.map(cleanCelda)
  const claves = nombres.map((nombre) => COLUMNA_POR_NOMBRE.get(foldColumna(nombre)))
  return { index, nombres, claves, size: CLAVES.filter((clave) => claves.includes(clave)).length }
}

type Cabeza = ReturnType<typeof cabezaOf>

/** The heading of a table. Without one, the row that looks most like it; `undefined` for a table without a text. */
function findCabeza(filas: Tabla['filas']): Cabeza | undefined {
  const rows = filas.slice(0, CABEZA_FILAS).map(cabezaOf)
  const written = rows.filter(({ nombres }) => nombres.some((nombre) => nombre !== ''))
  const found = written.find(({ size }) => size >= CABEZA_COLUMNAS)
  return found ?? written.toSorted((a, b) => b.size - a.size)[0]
}

/** Whether a table has the heading of a list. */
export function hasCabeza(filas: Tabla['filas']): boolean {
  return (findCabeza(filas)?.size ?? 0) >= CABEZA_COLUMNAS
}

/**
 * Reads a list, split at each of the separators: the one counts whose heading names the most columns. Rows without a text in the
 * used columns are left out, and keep their number. Returns the fault of a list that cannot be read.
 */
export function readCarga(tablas: readonly Tabla[]): Carga | { readonly fault: string } {
  const [best] = tablas
    .flatMap((tabla) => {
      const cabeza = findCabeza(tabla.filas)
      return cabeza ? [{ tabla, cabeza }] : []
    })
    .toSorted((a, b) => b.cabeza.size - a.cabeza.size)
  if (!best) return { fault: CARGA_VACIA }
  const { tabla, cabeza } = best
  const fault = faultOfCabeza(cabeza)
  if (fault) return { fault }
  if (tabla.rota !== null)
    return { fault: `Las comillas de la fila ${tabla.rota + 1} no cierran: quítalas o escríbelas dobles.` }
  const { filas, heredadas } = readFilas(tabla, cabeza)
  if (filas.length === 0) return { fault: CARGA_VACIA }
  if (filas.length > FILAS_MAX) return { fault: CARGA_LARGA }
  const above = tabla.filas.slice(0, cabeza.index)
  return {
    filas,
    ignoradas: cabeza.nombres.filter((nombre, at) => nombre !== '' && !cabeza.claves[at]),
    arriba: above.some((celdas) => filledOf(celdas) > 0) ? above.length : 0,
    heredadas,
  }
}

function faultOfCabeza({ claves, nombres }: Cabeza): string {
  const missing = CLAVES.filter((clave) => !claves.includes(clave))
  const found = nombres.filter((nombre) => nombre !== '').join(', ')
  return sentencesOf(
    ...CLAVES.map(
      (clave) =>
        claves.indexOf(clave) < claves.lastIndexOf(clave) && `Dos columnas dicen ${COLUMNAS[clave]}: deja una.`,
    ),
    ...missing.map((clave) => `Falta la columna ${COLUMNAS[clave]}.`),
    missing.length > 0 && `Encontré: ${found}.`,
  )
}

/** The number of cells of a row up to its last text. */
function filledOf(celdas: readonly string[]): number {
  return celdas.findLastIndex((celda) => cleanCelda(celda) !== '') + 1
}

/** The rows below the heading. An empty day or category of a row with an entry is that of the row above: merged cells. */
function readFilas({ filas }: Tabla, cabeza: Cabeza): Pick<Carga, 'filas' | 'heredadas'> {
  const width = filledOf(cabeza.nombres)
  const above = { dia: '', categoria: '' }
  let heredadas = 0
  const read = filas.slice(cabeza.index + 1).flatMap((celdas, index): FilaDeHoja[] => {
    const own = mapColumnas((clave) => cleanCelda(unescapeCelda(celdas[cabeza.claves.indexOf(clave)] ?? '')))
    if (CLAVES.every((clave) => own[clave] === '')) return []
    const fila =
      own.nombre === '' ? own : { ...own, dia: own.dia || above.dia, categoria: own.categoria || above.categoria }
    if (fila.dia !== own.dia || fila.categoria !== own.categoria) heredadas += 1
    above.dia = fila.dia || above.dia
    above.categoria = fila.categoria || above.categoria
    const filled = filledOf(celdas)
    const fault = filled > width && `La fila tiene ${filled} celdas y la cabeza ${width}: ¿faltan comillas?`
    return [{ ...fila, fila: cabeza.index + index + 2, ...(fault && { fault }) }]
  })
  return { filas: read, heredadas }
}

/** A value for each column. */
export const mapColumnas = recordBy(CLAVES)

/** The text of a cell as it is stored: on one line, trimmed, with composed accents, empty when it looks empty. */
export function cleanCelda(celda: string): string {
  const lines = celda.split(/[\t\r\n]/).map((part) => part.trim())
  const line = lines.filter((part) => part !== '').join(' ')
  return looksEmpty(line) ? '' : line.normalize('NFC')
}

/** Folds case, accents, repeated spaces, the kind of dash and characters without a glyph. Categories of a list are compared so. */
function fold(texto: string): string {
  return foldTexto(foldAspecto(texto.replaceAll(/[\p{Pd}\u2212]/gu, '-')))
}

/** A day and a name that a category had, until a command of this revision. */
interface Antes extends Pick<Anterior, 'dia' | 'nombre'> {
  readonly revision: number
}

/** A category that exists. */
export interface CategoriaConocida extends Ordered, Pick<Categoria, 'nombre' | 'dia'> {
  /** The result is final: the category accepts no entry. */
  readonly cerrada: boolean
  readonly competidores: readonly Textos[]
  readonly anteriores: readonly Antes[]
}

/** The category that a row goes to: one object for all the rows of a category. */
export interface CategoriaDeDestino {
  /** `null`: the list creates it. */
  readonly id: string | null
  readonly dia: Dia
  readonly nombre: string
}

/**
 * What a list does with a row. `ya`: its category has the entry already, or the row `repite` of the list has it. `notas`: what
 * the person should read about it.
 */
export type Desenlace =
  | {
      readonly que: 'nuevo' | 'ya'
      readonly destino: CategoriaDeDestino
      readonly repite: number | null
      readonly notas: string
    }
  | { readonly que: 'error'; readonly fault: string }

/** An entry that a category has or gets. `fila`: the row that brings it; `null` for one that exists. */
interface Inscrito {
  readonly compania: string
  readonly fila: number | null
}

interface DestinoAbierto extends CategoriaDeDestino {
  readonly cerrada: boolean
  /** Its entries by their folded names. */
  readonly inscritos: Map<string, Inscrito[]>
}

/** A row of a list: without the number and the fault of the sheet where a client sends it. */
type FilaRevisable = TextosDeFila & Partial<Pick<FilaDeHoja, 'fila' | 'fault'>>

/** What the list does with each of its rows. */
export function desenlacesOf(filas: readonly FilaRevisable[], categorias: readonly CategoriaConocida[]): Desenlace[] {
  const destinos = indexDestinos(categorias)
  return filas.map((fila) => desenlaceOf(fila, destinos))
}

function desenlaceOf(fila: FilaRevisable, destinos: Map<string, DestinoAbierto>): Desenlace {
  const misread = sentencesOf(fila.fault, ...new Set(CLAVES.map((clave) => faultOfCelda(fila[clave]))))
  if (misread) return { que: 'error', fault: misread }
  const dia = DIAS.find((one) => fold(one) === fold(fila.dia))
  const missing = sentencesOf(
    dia === undefined && `El día debe ser ${DIAS.slice(0, -1).join(', ')} o ${DIAS.at(-1)}.`,
    fila.categoria === '' && 'Falta la categoría.',
    fila.nombre === '' && 'Falta el competidor.',
  )
  if (dia === undefined || missing) return { que: 'error', fault: missing }

  const claves = clavesOf(dia, fila.categoria)
  const known = destinos.get(claves.igual) ?? destinos.get(claves.parecida)
  const destino = known ?? {
    id: null,
    dia,
    nombre: fila.categoria,
    cerrada: false,
    inscritos: new Map<string, Inscrito[]>(),
  }
  const nombre = foldAspecto(fila.nombre)
  const compania = foldAspecto(fila.compania)
  const namesakes = destino.inscritos.get(nombre) ?? []
  const same = namesakes.find((one) => one.compania === '' || compania === '' || one.compania === compania)
  const notas = antesText(dia, fila.categoria, destino)
  if (same) return { que: 'ya', destino, repite: same.fila, notas }
  const fault = faultsOf(fila, known)
  if (fault) return { que: 'error', fault }
  if (!known) for (const clave of Object.values(claves)) destinos.set(clave, destino)
  destino.inscritos.set(nombre, [...namesakes, { compania, fila: fila.fila ?? null }])
  return { que: 'nuevo', destino, repite: null, notas: sentencesOf(notas, mismoNombreText(namesakes)) }
}

/** The errors that spreadsheets show in a cell, in English and Spanish. */
const ERROR_DE_HOJA =
  /^(?:#(?:N\/[AD]|¡?(?:REF|VALUE|VALOR|DIV\/0|NUM|NULL|NULO|SPILL|DESBORDAMIENTO|CALC|CÁLC|ERROR|FIELD|CAMPO|BUSY|CONNECT|BLOCKED|UNKNOWN)!|¿?(?:NAME|NOMBRE)\?|GETTING_DATA)|Err:\d{3})$/i

function faultOfCelda(celda: string): string | false {
  return ERROR_DE_HOJA.test(celda) && `La celda tiene un error de la hoja (${celda}).`
}

/** Where a row names a former day or name of its category: what was, and what is. */
function antesText(dia: Dia, nombre: string, destino: CategoriaDeDestino): string {
  const isRenamed = fold(nombre) !== fold(destino.nombre)
  if (!isRenamed && dia === destino.dia) return ''
  if (dia === destino.dia) return `Antes ${nombre}: ahora ${destino.nombre}.`
  return isRenamed
    ? `Antes ${nombre} (${dia}): ahora ${destino.nombre} (${destino.dia}).`
    : `Antes ${dia}: ahora ${destino.dia}.`
}

function mismoNombreText([first]: readonly Inscrito[]): string | false {
  if (!first) return false
  if (first.fila === null) return 'Mismo nombre que una entrada, otra compañía.'
  return `Mismo nombre que fila ${first.fila}, otra compañía.`
}

/** The sentences about a row that cannot be loaded; empty when it can. */
function faultsOf(fila: TextosDeFila, known: DestinoAbierto | undefined): string {
  const isUsable = isNombreUsable(fila.nombre) && (known !== undefined || isNombreUsable(fila.categoria))
  return sentencesOf(
    known?.cerrada && 'La categoría está cerrada.',
    !known && faultOfTexto('La categoría', fila.categoria, CATEGORIA_MAX),
    ...Object.values(mapTextos((clave, { sujeto, max }) => faultOfTexto(sujeto, fila[clave], max))),
    !isUsable && 'Ese nombre no se puede usar.',
  )
}

function sentencesOf(...sentences: readonly (string | false | undefined)[]): string {
  return sentences.filter(Boolean).join(' ')
}

function faultOfTexto(nombre: string, texto: string, max: number): string | false {
  if (!isStorable(texto)) return `${nombre} tiene un carácter que no se puede guardar.`
  return texto.length > max && `${nombre} pasa de ${max} letras.`
}

/** The keys of a category: its day with its name, and with its name without accents. */
function clavesOf(dia: Dia, nombre: string) {
  return { igual: `${dia} =${foldAspecto(nombre)}`, parecida: `${dia} ${fold(nombre)}` }
}

/**
 * The categories by their keys. Of several, the first one that has the name counts; else the one that had it last, which is found
 * without accents alone.
 */
function indexDestinos(categorias: readonly CategoriaConocida[]): Map<string, DestinoAbierto> {
  const destinos = sortByOrden(categorias.filter(isCompleta)).map(({ competidores, ...categoria }) => ({
    ...categoria,
    inscritos: inscritosOf(competidores),
  }))
  const anteriores = destinos.flatMap((destino) => destino.anteriores.map((antes) => ({ ...antes, destino })))
  const index = new Map<string, DestinoAbierto>()
  for (const { dia, nombre, destino } of anteriores.toSorted((a, b) => a.revision - b.revision))
    index.set(clavesOf(dia, nombre).parecida, destino)
  for (const destino of destinos.toReversed())
    for (const clave of Object.values(clavesOf(destino.dia, destino.nombre))) index.set(clave, destino)
  return index
}

function inscritosOf(competidores: readonly Textos[]): DestinoAbierto['inscritos'] {
  const inscritos: DestinoAbierto['inscritos'] = new Map()
  for (const { nombre, compania } of competidores) {
    if (!nombre) continue
    const clave = foldAspecto(nombre)
    inscritos.set(clave, [...(inscritos.get(clave) ?? []), { compania: foldAspecto(compania ?? ''), fila: null }])
  }
  return inscritos
}

/** What a person was shown for a row before loading the list. */
export interface Revisado {
  readonly que: 'nuevo' | 'ya'
  readonly categoriaId: string | null
}

/** Whether a row would not become now what the person was shown. */
export function hasChanged(desenlaces: readonly Desenlace[], revisados: readonly Revisado[]): boolean {
  return desenlaces.some((desenlace, index) => {
    const shown = revisados[index]
    return desenlace.que === 'error' || desenlace.que !== shown?.que || desenlace.destino.id !== shown.categoriaId
  })
}

/** How many rows become what, and the categories that the list creates, in the order of their rows. */
export interface Cuenta {
  readonly nuevas: readonly CategoriaDeDestino[]
  readonly nuevos: number
  readonly ya: number
  readonly errores: number
}

export function cuentaOf(desenlaces: readonly Desenlace[]): Cuenta {
  const destinos = desenlaces.flatMap((desenlace) => (desenlace.que === 'nuevo' ? [desenlace.destino] : []))
  return {
    nuevas: [...new Set(destinos)].filter(({ id }) => id === null),
    nuevos: destinos.length,
    ya: desenlaces.filter(({ que }) => que === 'ya').length,
    errores: desenlaces.filter(({ que }) => que === 'error').length,
  }
}

export function cuentaText({ nuevas, nuevos, ya, errores }: Cuenta): string {
  const parts = [
    formatCount(nuevas.length, 'categoría nueva', 'categorías nuevas'),
    formatCount(nuevos, 'competidor nuevo', 'competidores nuevos'),
    formatCount(ya, 'ya estaba', 'ya estaban'),
    `${errores} con error`,
  ]
  return `${parts.join(', ')}.`
}

/** `3 competidores`. */
export function competidoresText(count: number): string {
  return formatCount(count, 'competidor', 'competidores')
}

/** What a row becomes, in words. */
export function desenlaceText(desenlace: Desenlace): string {
  if (desenlace.que === 'error') return desenlace.fault
  if (desenlace.que === 'nuevo') return 'Nuevo'
  return desenlace.repite === null ? 'Ya está' : `Repetida: fila ${desenlace.repite}`
}
