import { type Ordered, sortByOrden, sortPlaced } from './orden.ts'
import { recordBy } from './records.ts'
import { isCompleta, type Categoria } from './categoria.ts'

/** A text of an entry that a person writes. */
interface Texto {
  /** Its name in the log and beside its value. */
  readonly etiqueta: string
  /** Its name in the form. */
  readonly campo: string
  /** Its column in the list of a day. */
  readonly columna: string
  /** In characters. */
  readonly max: number
  /** Its name in a fault. */
  readonly sujeto: string
  /** Shown in place of an empty text. */
  readonly vacio: string
  /** The `autocomplete` of its field. */
  readonly autoComplete: string
  /** The administrator may leave it empty. */
  readonly puedeFaltar: boolean
}

/**
 * The texts of an entry, in the order of the form and the lists. Column, limits, version, log, import, export and form follow
 * from this list. A new text also needs a migration.
 */
export const TEXTOS = {
  nombre: {
    etiqueta: 'Nombre',
    campo: 'Nombre del competidor',
    columna: 'Competidor',
    max: 80,
    sujeto: 'El nombre',
    vacio: 'Sin nombre',
    autoComplete: 'off',
    puedeFaltar: false,
  },
  compania: {
    etiqueta: 'Compañía',
    campo: 'Compañía',
    columna: 'Compañía',
    max: 120,
    sujeto: 'La compañía',
    vacio: 'Sin compañía',
    autoComplete: 'organization',
    puedeFaltar: true,
  },
} as const satisfies Readonly<Record<string, Texto>>

export type ClaveDeTexto = keyof typeof TEXTOS

export const CLAVES_DE_TEXTO = Object.keys(TEXTOS) as readonly ClaveDeTexto[]

/** The texts of an entry as stored: an imported entry may lack any of them. */
export type Textos = Readonly<Record<ClaveDeTexto, string | null>>

/** The text that only the owner of an entry, administrators and announcers read. Optional. */
export const NOTA = { campo: 'Nota para el locutor', columna: 'Nota', max: 200 } as const

/** A value for each text of an entry. */
export function mapTextos<T>(valueOf: (clave: ClaveDeTexto, texto: Texto) => T): Record<ClaveDeTexto, T> {
  return recordBy(CLAVES_DE_TEXTO)((clave) => valueOf(clave, TEXTOS[clave]))
}

/** The texts of an entry that a person may not leave empty. */
export function clavesRequeridas(isAdmin: boolean): ClaveDeTexto[] {
  return CLAVES_DE_TEXTO.filter((clave) => !(isAdmin && TEXTOS[clave].puedeFaltar))
}

/** An entry of a category. It competes on the day of its category. */
export interface Competidor extends Ordered, Textos {
  readonly categoriaId: string
  /** Owner. When no user has this id, only the administrator manages the entry. */
  readonly usuarioId: string | null
  /** `YYYY-MM-DD` */
  readonly fechaInscripcion: string | null
  readonly musicaPath: string | null
}

export function nombreOf({ nombre }: Pick<Textos, 'nombre'>): string {
  return nombre || TEXTOS.nombre.vacio
}

export function companiaOf({ compania }: Pick<Textos, 'compania'>): string {
  return compania || TEXTOS.compania.vacio
}

/** An entry in the list of its day. `turno` is its position in the running order; `null` without an `orden`. */
export interface Relacionado<C> {
  readonly turno: number | null
  readonly categoria: string
  readonly competidor: C
}

/** The entries of a day in running order, as in the schedule; entries without an `orden` last. */
export function relacionOf<C extends Competidor>(
  categorias: readonly Categoria[],
  competidores: readonly C[],
): Relacionado<C>[] {
  const byCategoria = Map.groupBy(competidores, ({ categoriaId }) => categoriaId)
  const lists = sortByOrden(categorias.filter(isCompleta)).map(({ id, nombre }) => ({
    categoria: nombre,
    entries: byCategoria.get(id) ?? [],
  }))
  const inOrder = lists.flatMap(({ categoria, entries }) =>
    sortPlaced(entries).map((competidor) => ({ categoria, competidor })),
  )
  const without = lists.flatMap(({ categoria, entries }) =>
    entries.filter(({ orden }) => orden === null).map((competidor) => ({ turno: null, categoria, competidor })),
  )
  return [...inOrder.map((one, index) => ({ turno: index + 1, ...one })), ...without]
}
