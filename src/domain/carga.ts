import { foldTexto } from './busqueda.ts'
import { type Categoria, CATEGORIA_MAX, foldAspecto, isCompleta, isNombreUsable } from './categoria.ts'
import { recordBy } from './claves.ts'
import { type Competidor, mapTextos } from './competidor.ts'
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
export type Fila = Readonly<Record<Columna, string>>

/** A row with its number in the sheet, where the header usually is 1. */
export type FilaDeHoja = Fila & { readonly fila: number }

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
}

/**
 * Reads a list, split at each of the separators: the one counts whose header names the most columns. Rows without a text in the
 * used columns are left out, and keep their number. Returns the fault of a list that cannot be read.
 */
export function readCarga(tablas: readonly Tabla[]): Carga | { readonly fault: string } {
  const [best] = tablas.map(headOf).toSorted((a, b) => b.columnas.size - a.columnas.size)
  if (!best || best.cabeza === -1) return { fault: CARGA_VACIA }
  const { tabla, cabeza, columnas, ignoradas } = best
  const missing = CLAVES.filter((clave) => !columnas.has(clave))
  if (missing.length > 0) return { fault: missing.map((clave) => `Falta la columna ${COLUMNAS[clave]}.`).join(' ') }
  if (tabla.rota !== null)
    return { fault: `Las comillas de la fila ${tabla.rota + 1} no cierran: quítalas o escríbelas dobles.` }
  const filas = tabla.filas.flatMap((celdas, index) => {
    const fila = {
      fila: index + 1,
      ...mapColumnas((clave) => cleanCelda(unescapeCelda(celdas[columnas.get(clave) ?? -1] ?? ''))),
    }
    return index > cabeza && CLAVES.some((clave) => fila[clave] !== '') ? [fila] : []
  })
  if (filas.length === 0) return { fault: CARGA_VACIA }
  return filas.length > FILAS_MAX ? { fault: CARGA_LARGA } : { filas, ignoradas }
}

/**
 * `cabeza`: the index of the first row that is not empty; -1 without one. `columnas`: the index of each used column; of two with one
 * name the first is used. `ignoradas`: the names of the others.
 */
function headOf(tabla: Tabla) {
  const cabeza = tabla.filas.findIndex((celdas) => celdas.some((celda) => cleanCelda(celda) !== ''))
  const columnas = new Map<Columna, number>()
  const ignoradas: string[] = []
  for (const [index, celda] of (tabla.filas[cabeza] ?? []).entries()) {
    const nombre = cleanCelda(celda)
    const clave = CLAVES.find((one) => sameTexto(COLUMNAS[one], nombre))
    if (clave !== undefined && !columnas.has(clave)) columnas.set(clave, index)
    else if (nombre !== '') ignoradas.push(nombre)
  }
  return { tabla, cabeza, columnas, ignoradas }
}

/** A value for each column. */
export const mapColumnas = recordBy(CLAVES)

/** The text of a cell as it is stored: on one line, trimmed, with composed accents, empty when it looks empty. */
export function cleanCelda(celda: string): string {
  const lines = celda.split(/[\t\r\n]/).map((part) => part.trim())
  const line = lines.filter((part) => part !== '').join(' ')
  return looksEmpty(line) ? '' : line.normalize('NFC')
}

/** Folds case, accents, repeated spaces and characters without a glyph. Categories and entries of a list are compared so. */
function fold(texto: string): string {
  return foldTexto(foldAspecto(texto))
}

function sameTexto(a: string, b: string): boolean {
  return fold(a) === fold(b)
}

/** A category that exists. */
export interface CategoriaConocida extends Ordered, Pick<Categoria, 'nombre' | 'dia'> {
  /** The result is final: the category accepts no entry. */
  readonly cerrada: boolean
  readonly competidores: readonly Pick<Competidor, 'nombre'>[]
}

/** The category that a row goes to: one object for all the rows of a category. */
export interface Lugar {
  /** `null`: the list creates it. */
  readonly id: string | null
  readonly dia: Dia
  readonly nombre: string
}

/** What a list does with a row. `ya`: its category, or an earlier row of it, has the entry already. */
export type Desenlace =
  | { readonly que: 'nuevo' | 'ya'; readonly lugar: Lugar }
  | { readonly que: 'error'; readonly fault: string }

interface LugarAbierto extends Lugar {
  readonly cerrada: boolean
  /** The folded names of its entries, once a row goes there. */
  readonly nombres: Set<string>
}

/** What the list does with each of its rows. */
export function desenlacesOf(filas: readonly Fila[], categorias: readonly CategoriaConocida[]): Desenlace[] {
  const lugares = new Lugares(categorias)
  return filas.map((fila) => desenlaceOf(fila, lugares))
}

function desenlaceOf(fila: Fila, lugares: Lugares): Desenlace {
  const dia = DIAS.find((one) => sameTexto(one, fila.dia))
  const missing = sentencesOf(
    dia === undefined && `El día debe ser ${DIAS.slice(0, -1).join(', ')} o ${DIAS.at(-1)}.`,
    fila.categoria === '' && 'Falta la categoría.',
    fila.nombre === '' && 'Falta el competidor.',
  )
  if (dia === undefined || missing) return { que: 'error', fault: missing }

  const known = lugares.find(dia, fila.categoria)
  const lugar = known ?? { id: null, dia, nombre: fila.categoria, cerrada: false, nombres: new Set<string>() }
  const nombre = fold(fila.nombre)
  if (lugar.nombres.has(nombre)) return { que: 'ya', lugar }
  const fault = faultsOf(fila, known)
  if (fault) return { que: 'error', fault }
  lugares.keep(lugar)
  lugar.nombres.add(nombre)
  return { que: 'nuevo', lugar }
}

/** The sentences about a row that cannot be loaded; empty when it can. */
function faultsOf(fila: Fila, known: LugarAbierto | undefined): string {
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

/** The categories by day and name: those that exist, and those that the list creates. */
class Lugares {
  readonly #byAspecto = new Map<string, LugarAbierto>()
  readonly #byNombre = new Map<string, LugarAbierto>()

  constructor(categorias: readonly CategoriaConocida[]) {
    for (const { id, dia, nombre, cerrada, competidores } of sortByOrden(categorias.filter(isCompleta))) {
      const nombres = new Set(competidores.flatMap((one) => (one.nombre ? [fold(one.nombre)] : [])))
      this.keep({ id, dia, nombre, cerrada, nombres })
    }
  }

  /** The category of a day with this name. Where the accents alone tell two apart, the one that has the same accents. */
  find(dia: Dia, nombre: string): LugarAbierto | undefined {
    return this.#byAspecto.get(`${dia} ${foldAspecto(nombre)}`) ?? this.#byNombre.get(`${dia} ${fold(nombre)}`)
  }

  /** Adds a category, unless it is there. */
  keep(lugar: LugarAbierto): void {
    const [aspecto, nombre] = [`${lugar.dia} ${foldAspecto(lugar.nombre)}`, `${lugar.dia} ${fold(lugar.nombre)}`]
    if (!this.#byAspecto.has(aspecto)) this.#byAspecto.set(aspecto, lugar)
    if (!this.#byNombre.has(nombre)) this.#byNombre.set(nombre, lugar)
  }
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
    return desenlace.que === 'error' || desenlace.que !== shown?.que || desenlace.lugar.id !== shown.categoriaId
  })
}

/** How many rows become what, and the categories that the list creates, in the order of their rows. */
export interface Cuenta {
  readonly nuevas: readonly Lugar[]
  readonly nuevos: number
  readonly ya: number
  readonly errores: number
}

export function cuentaOf(desenlaces: readonly Desenlace[]): Cuenta {
  const lugares = desenlaces.flatMap((desenlace) => (desenlace.que === 'nuevo' ? [desenlace.lugar] : []))
  return {
    nuevas: [...new Set(lugares)].filter(({ id }) => id === null),
    nuevos: lugares.length,
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
  return desenlace.que === 'nuevo' ? 'Nuevo' : 'Ya está'
}
